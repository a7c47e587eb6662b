// @ts-check
// The line to the clock: its newest state comes, nothing while this page is busy; what fingers do goes.

/** @typedef {(order: Record<string, unknown>) => void} Send */

export let hangUp = () => {}; // a line that seems to be dead: another one is tried

/** Joins the clock, and again whenever it was lost, unless that is found to be for good.
 * @type {(told: (news: object) => void, lost: () => void | Promise<boolean>, path?: string) => Send} */
export function join(told, lost, path = "/device") {
  /** @type {WebSocket} */
  let socket;

  /** @type {Send} */
  function send(order) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(order));
  }

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}${path}`);
    socket.onmessage = (message) => {
      told(JSON.parse(message.data));
      send({ seen: true });
    };
    socket.onclose = async () => {
      if ((await lost()) !== true) setTimeout(again, 1000);
    };
  }

  // A clock that was started anew in the network has another key: this page, loaded again, asks for it.
  async function again() {
    const answer = await fetch(".", { method: "HEAD" }).catch(() => null);
    if (answer?.status === 401) location.reload();
    else connect();
  }

  connect();
  hangUp = () => socket.close();
  return send;
}
