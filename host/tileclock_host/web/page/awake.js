// @ts-check
// The screen stays on as long as the clock's own does.

/** @type {WakeLockSentinel | null} */
let lock = null;
let asking = false;

/** @param {boolean} wanted */
export async function keepAwake(wanted) {
  if (lock?.released) lock = null; // a page that nobody saw has lost it
  if (asking || wanted === Boolean(lock) || document.hidden || !("wakeLock" in navigator)) return;
  asking = true;
  if (lock) await lock.release();
  lock = wanted ? await navigator.wakeLock.request("screen").catch(() => null) : null; // a low battery refuses
  asking = false;
}
