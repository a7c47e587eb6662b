// @ts-check
// What the desk tells: the parts of the news.

/** @typedef {{ name: string, date: string, round: number, rounds: number, games: number, provisional: boolean, order: string[] }} Event */
/** @typedef {{ id: string, place: number, name: string, big: number, points: number, wins: number, rounds: (number | null)[], cut: boolean, mark: string }} Line */
/** @typedef {{ games: number, confirmed: boolean, points: (number | null)[] }} Played */
/** @typedef {{ phase?: string, why: string, seat: number, left: number | null, spent: number, since: number | null, known: boolean, pool: number, round: number | null, stored: boolean }} Running */

/**
 * @typedef {object} Parts
 * @property {Event} [event]
 * @property {{ ends: number, minutes: number } | null} [round]
 * @property {Line[]} [standings]
 * @property {string[][]} [seating]
 * @property {Played[]} [played]
 * @property {string} [announced]
 * @property {boolean} [join]
 * @property {boolean} [old] - whether the desk cannot read its record now
 */

export const SEATS = "ABCD";

/** How the clock of a table runs, if a cable tells it.
 * @type {(parts: Parts, table: number) => Running | null} */
export function running(parts, table) {
  const found = /** @type {Record<string, Running | null | undefined>} */ (parts)[`table ${table}`];
  return found?.phase ? found : null;
}

/** With a sign that is a minus, and none for what there is not.
 * @type {(points: number | null | undefined) => string} */
export function signed(points) {
  if (points === null || points === undefined) return "";
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}
