// @ts-check
// What all parts of the page use: its elements, what the browser remembers of a person's choices, and the server.

// A key in the address was kept as a cookie when this page came: nobody need read it over a shoulder.
if (location.search) history.replaceState(null, "", location.pathname);

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

/** @type {(element: HTMLElement, text: string) => void} */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text; // a live region speaks only when it changes
}

/** @type {(kind: string, content: string) => HTMLElement} */
export function text(kind, content) {
  const element = document.createElement(kind);
  element.textContent = content;
  return element;
}
