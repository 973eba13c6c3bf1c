// Makes elements. Text becomes text nodes, never markup.

const svgNamespace = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An element with attributes (`onclick` and the like are listeners) and children (strings are text). */
export const el = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

/** The same for SVG. */
export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(svgNamespace, name), attributes, children);

/** A 20 by 20 line icon that says nothing to a screen reader: whatever holds it has a name. */
export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: icons[name] }));

const icons = {
  plus: "M10 4v12M4 10h12",
  search: "M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM13 13l4 4",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  close: "M5 5l10 10M15 5L5 15",
  leave: "M11.5 4H5.5A1.5 1.5 0 0 0 4 5.5v9A1.5 1.5 0 0 0 5.5 16h6M9 10h8M14 7l3 3-3 3",
  minus: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM7 10h6",
  people: "M7.5 9.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM2.5 16c0-3 2.2-4.5 5-4.5s5 1.5 5 4.5M13.5 9.5a2.25 2.25 0 0 0 0-4.5M14.5 11.7c1.9.4 3 1.8 3 4.3",
  down: "M10 4v12M5 11l5 5 5-5",
  send: "M3.5 10l13-6-4.5 13-2.5-5.5zM9.5 11.5l7-7.5",
  alert: "M10 3l7.5 13.5h-15zM10 8v4M10 14.3v.2",
  clock: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM10 6v4l2.5 1.8",
  unread: "M3 5.5h14v9H3zM3 6l7 5.5L17 6",
  delete: "M4 6h12M8 6V4h4v2M5.5 6l.8 10.5h7.4L14.5 6M8.5 9v5M11.5 9v5",
  shield: "M10 2.8l6 2.2v4.6c0 3.6-2.4 6.3-6 7.6-3.6-1.3-6-4-6-7.6V5zM7.3 10l2 2 3.5-4",
  copy: "M7.5 7.5h9v9h-9zM4.5 12.5h-1v-9h9v1",
  check: "M4 10.5l4 4 8-9",
  flag: "M5 17V3.5M5 4.5c3-1.6 5.5 1.6 10 0v7c-4.5 1.6-7-1.6-10 0",
  archive: "M3 4.5h14v3.5H3zM4.5 8v7.5h11V8M8 11h4",
  smile: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM7 11.5c1.2 2.4 4.8 2.4 6 0M7.7 8v.2M12.3 8v.2",
  reply: "M8 5L3.5 9.5 8 14M3.5 9.5H12a4.5 4.5 0 0 1 4.5 4.5v1.5",
  thread: "M3.5 4.5h13v9h-7L6 16.5v-3H3.5zM6.5 7.5h7M6.5 10.5h4.5",
  edit: "M4 16l.8-3.2L13.3 4.3a1.4 1.4 0 0 1 2 0l.4.4a1.4 1.4 0 0 1 0 2L7.2 15.2z",
  pin: "M7 3.5h6l-.8 5 2.3 2.5v1.5h-9V11l2.3-2.5zM10 12.5V17",
  save: "M5.5 3.5h9v13L10 13l-4.5 3.5z",
  link: "M8.5 11.5a3 3 0 0 0 4.3.2l2.6-2.6a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3-.2l-2.6 2.6a3 3 0 0 0 4.3 4.3l1-1",
  person: "M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 16.5c0-3.2 2.6-5 6-5s6 1.8 6 5",
  more: "M4.2 10h.8M9.6 10h.8M15 10h.8",
  mention: "M13 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM13 10v1a2 2 0 0 0 4 0v-1a7 7 0 1 0-3 5.7",
  bell: "M5 13.5V9a5 5 0 0 1 10 0v4.5l1 1.5H4zM8.5 17h3",
  quiet: "M5 13.5V9a5 5 0 0 1 8.5-3.6M15 9.5v4l1 1.5H5.5M8.5 17h3M3.5 16.5l13-13",
  feed: "M3.5 8.5v3l9 4v-11zM12.5 7.5H14a2.5 2.5 0 0 1 0 5h-1.5M6 12.6V16h2v-2.5",
  settings: "M3 6h8M15 6h2M3 14h2M9 14h8M13 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM7 12a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
};

/** Tells the core what the person wants. */
export function intend(element, intent) {
  element.dispatchEvent(new CustomEvent("intent", { bubbles: true, detail: intent }));
}

/**
 * Asks the server for an element that stands in the page: resolves to what the answer's `ok` holds, and rejects with an
 * error that has `code`, `message`, `field` and `retry`.
 */
export function ask(element, name, args = {}) {
  return new Promise((resolve, reject) => {
    const event = new CustomEvent("ask", { bubbles: true, cancelable: true, detail: { name, args, resolve, reject } });
    // Whoever takes it prevents its default; from an element that is no longer in the page nobody hears it.
    if (element.dispatchEvent(event)) reject(Object.assign(new Error("There was no answer. Try again."), { code: "unavailable", retry: true }));
  });
}

let lastID = 0;
/** An id that no other element of the page has. */
export const freshID = (word) => `${word}-${(lastID += 1)}`;
