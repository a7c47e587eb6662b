// @ts-check
// What the network adds to a press: no more than the time until the clock's answer to it was here.

const PATIENCE_MS = 6000;

/** In ms; null is not known. @type {{ trip: number | null, press: number | null }} */
export const late = { trip: null, press: null };
/** When each was sent. @type {Map<number, number>} */
const presses = new Map();
/** @type {Map<number, number>} */
const pings = new Map();
let count = 0;

/** The order of a finger that came down or went up.
 * @param {boolean} down */
export function pressed(down) {
  count += 1;
  if (down) presses.set(count, performance.now());
  return down ? { press: count } : { release: count };
}

/** Asks how long it takes there and back. Gives whether the line is alive.
 * @param {(number: number) => void} ask */
export function roundTrip(ask) {
  const now = performance.now();
  if ([...pings.values()].some((sent) => now - sent > PATIENCE_MS)) return false;
  count += 1;
  pings.set(count, now);
  ask(count);
  return true;
}

/** The clock has felt this press, and heard this question.
 * @type {(felt: number | undefined, heard: number | undefined) => void} */
export function listen(felt, heard) {
  late.press = since(presses, felt) ?? late.press;
  late.trip = since(pings, heard) ?? late.trip;
}

/** @type {(sent: Map<number, number>, answered: number | undefined) => number | undefined} */
function since(sent, answered = 0) {
  const at = sent.get(answered);
  for (const number of [...sent.keys()]) if (number <= answered) sent.delete(number);
  return at === undefined ? undefined : Math.ceil(performance.now() - at);
}

/** The line is lost: nothing of it will be answered. */
export function silent() {
  pings.clear();
  presses.clear();
  late.trip = null;
}
