// @ts-check
// The time of the desk, as far as it can be known here: no news comes before it was sent.

let ahead = Number.POSITIVE_INFINITY; // of the desk's time, by this page's own

export function forget() {
  ahead = Number.POSITIVE_INFINITY;
}

/** @type {(now: number) => void} */
export function heard(now) {
  ahead = Math.min(ahead, performance.now() - now);
}

/** In ms of the desk; not known before it was heard once.
 * @type {() => number | null} */
export function deskNow() {
  return Number.isFinite(ahead) ? performance.now() - ahead : null;
}

/** Minutes and seconds; a short time in seconds alone.
 * @type {(ms: number, short?: boolean) => string} */
export function timed(ms, short = false) {
  const seconds = ms < 0 ? Math.floor(ms / 1000) : Math.ceil(ms / 1000);
  const size = Math.abs(seconds);
  const sign = seconds < 0 ? "−" : "";
  if (short && size < 100) return sign + size;
  const hours = Math.floor(size / 3600);
  const minutes = Math.floor(size / 60) % 60;
  const rest = String(size % 60).padStart(2, "0");
  return sign + (hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`);
}
