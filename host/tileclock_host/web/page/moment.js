// @ts-check
// The end of a game: who won, large; the points of all, from the sheet that comes at once; and the way on.

import { leaveAlone } from "./alone.js";
import { fetchSheets, lastGame, showScores } from "./scores.js";
import { byId, setText, text } from "./shared.js";
import { say } from "./texts.js";

/** @typedef {{ winner: string, points: string }} Moment */

let told = "";

/** @param {Moment | null | undefined} moment */
export function showMoment(moment) {
  const news = JSON.stringify(moment ?? null);
  if (news === told) return;
  told = news;
  byId("moment").hidden = !moment;
  if (!moment) return;
  setText(byId("moment-winner"), say("wins", { name: moment.winner }));
  setText(byId("moment-said"), moment.points);
  byId("moment-points").replaceChildren();
  tellPoints(news);
}

/** @param {string} news */
async function tellPoints(news) {
  const trouble = await fetchSheets();
  if (news !== told) return; // the next game has begun meanwhile
  if (trouble) setText(byId("moment-said"), `${byId("moment-said").textContent} – ${trouble}`);
  else {
    setText(byId("moment-said"), "");
    byId("moment-points").replaceChildren(...lastGame().map(row));
  }
}

/** @type {(line: import("./scores.js").Line) => HTMLElement} */
function row({ seat, name, game, match }) {
  const item = document.createElement("li");
  const points = text("span", game);
  points.className = "points";
  const total = text("span", game === match ? "" : say("in_the_match", { points: match }));
  total.className = "beside";
  const tile = text("span", seat);
  tile.className = "tile";
  item.append(tile, text("bdi", name === seat ? say("seat", { seat }) : name), points, total);
  return item;
}

// The clock asks for OK on the winner's screen and on the standings; then it sets up the next game.
/** @type {(screen: string | undefined, pressOk: () => void) => boolean} */
export function goesOn(screen, pressOk) {
  if (!/^(winner|ranking|final ranking)/.test(screen ?? "")) return false;
  pressOk();
  return true;
}

byId("moment-close").addEventListener("click", () => {
  byId("moment").hidden = true;
});
byId("moment-scores").addEventListener("click", () => {
  leaveAlone();
  showScores();
});
