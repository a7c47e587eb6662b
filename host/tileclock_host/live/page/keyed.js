// @ts-check
// Lists whose elements stay who they are: one that changes its place moves there, so that eyes can follow.

import { one } from "./shared.js";

const MOVE_MS = 700;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Have the list show these, each by its key; `make` makes an element, `fill` says what it shows.
 * @template T
 * @param {HTMLElement} list
 * @param {T[]} things
 * @param {(thing: T) => string} key
 * @param {() => HTMLElement} make
 * @param {(element: HTMLElement, thing: T) => void} fill */
export function listed(list, things, key, make, fill) {
  /** @type {Map<string, HTMLElement>} */
  const there = new Map();
  /** @type {Map<HTMLElement, number>} */
  const before = new Map();
  for (const element of list.children) {
    if (!(element instanceof HTMLElement)) continue;
    there.set(element.dataset.key ?? "", element);
    before.set(element, element.getBoundingClientRect().top);
  }
  let place = list.firstElementChild;
  for (const thing of things) {
    const name = key(thing);
    const element = there.get(name) ?? make();
    element.dataset.key = name;
    there.delete(name);
    fill(element, thing);
    if (element === place) place = place.nextElementSibling;
    else list.insertBefore(element, place);
  }
  for (const gone of there.values()) gone.remove();
  if (!calm.matches) for (const [element, top] of before) moved(element, top);
}

/** @type {(element: HTMLElement, from: number) => void} */
function moved(element, from) {
  if (!element.isConnected || element.hidden) return;
  const by = from - element.getBoundingClientRect().top;
  if (Math.abs(by) < 2 || from === 0) return;
  element.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], {
    duration: MOVE_MS,
    easing: "ease-in-out",
  });
}

/** An element with parts that are found again by their classes.
 * @type {(kind: string, classes: string[]) => () => HTMLElement} */
export function made(kind, classes) {
  return () => {
    const element = document.createElement(kind);
    for (const name of classes) {
      const part = document.createElement(name.startsWith("name") ? "bdi" : "span");
      part.className = name;
      element.append(part);
    }
    return element;
  };
}

/** @type {(element: HTMLElement, name: string, text: string) => HTMLElement} */
export function put(element, name, text) {
  const part = one(`.${name}`, element);
  if (part.textContent !== text) part.textContent = text;
  return part;
}
