// @ts-check
// What both halves of the page use: its elements, and what the browser remembers of a person's choices.

/** @type {(id: string) => HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** @type {(selector: string, inside?: ParentNode) => HTMLElement} */
export function one(selector, inside = document) {
  const found = inside.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** @type {(selector: string, inside?: ParentNode) => HTMLElement[]} */
export function all(selector, inside = document) {
  return [...inside.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement);
}

// A browser may be told to keep nothing of a page: then a choice holds until the page is closed.

/** @type {(name: string) => string | null} */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @type {(name: string, choice: string) => void} */
export function keep(name, choice) {
  try {
    localStorage.setItem(name, choice);
  } catch {
    // it is not kept
  }
}
