// As much of a document as the making of elements needs; what comes of it can be written down as text.

class FakeNode {
  children = [];
  append(...parts) { this.children.push(...parts); }
  replaceChildren(...parts) { this.children = parts; }
  get lastElementChild() { return this.children.filter((one) => typeof one !== "string").at(-1) ?? null; }
}

class FakeElement extends FakeNode {
  listeners = new Map();
  attributes = {};
  dataset = {};
  constructor(name) {
    super();
    this.localName = name;
  }
  setAttribute(name, value) { this.attributes[name] = value; }
  addEventListener(name, run) { this.listeners.set(name, run); }
  dispatchEvent(event) {
    this.events = [...(this.events ?? []), event];
    return true;
  }
}

/** Sets `document` and what goes with it for the modules under test. */
export function useDocument() {
  globalThis.document = {
    documentElement: { lang: "en" }, createElement: (name) => new FakeElement(name), createElementNS: (_, name) => new FakeElement(name),
  };
  globalThis.CustomEvent ??= class CustomEvent { constructor(type, { detail } = {}) { Object.assign(this, { type, detail }); } };
}

/** An element as markup, with the attributes that matter here; only to be compared. */
export function written(node, names = ["class", "href", "rel", "start", "data-user"]) {
  if (typeof node === "string") return node;
  const attributes = names.filter((name) => node.attributes[name] !== undefined).map((name) => ` ${name}=${node.attributes[name]}`).join("");
  return `<${node.localName}${attributes}>${node.children.map((one) => written(one, names)).join("")}</${node.localName}>`;
}

/** The first element below `node` of which `test` holds. */
export function find(node, test) {
  if (typeof node === "string") return null;
  if (test(node)) return node;
  for (const child of node.children) {
    const found = find(child, test);
    if (found) return found;
  }
  return null;
}
