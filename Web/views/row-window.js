// The rows of a timeline, of which only those near the reader are elements: however long one reads, the page stays small.

/** Rows that are elements at once, where the reader is not among more; and how many come when they get near an edge. */
const most = 300;
const step = 60;

export class RowWindow {
  #container;
  #make;
  #line;
  /** Each `{ row, element }`, in order; those from `#from` up to `#to` have an element. */
  #items = [];
  #byKey = new Map();
  #from = 0;
  #to = 0;
  #freshKey = null;

  /** `make(row)` makes a row's element; `line` stands before the first unread one. */
  constructor(container, make, line) {
    this.#container = container;
    this.#make = make;
    this.#line = line;
  }

  get reachesStart() { return this.#from === 0; }
  get reachesEnd() { return this.#to === this.#items.length; }

  /** The line above what is unread, where it is shown. */
  get line() { return this.#line.parentElement === this.#container ? this.#line : null; }

  /** The element of a row; null where there is none now. */
  element(key) { return this.#byKey.get(key)?.element ?? null; }

  reset(rows, freshKey) {
    this.#byKey.clear();
    this.#items = [];
    this.#freshKey = freshKey;
    this.#add(rows, "push");
    const first = freshKey === null ? -1 : this.#items.indexOf(this.#byKey.get(freshKey));
    this.#showFrom(first < 0 ? this.#items.length - most : first - step);
  }

  /** `isFollowing` says that the reader is at the end: they see what is new, and what is far above them goes. */
  append(rows, isFollowing) {
    const hadEnd = this.reachesEnd;
    const items = this.#add(rows, "push");
    if (!hadEnd) return;
    if (isFollowing && items.length > most) return this.#showFrom(this.#items.length - most);
    const count = Math.min(items.length, isFollowing ? items.length : Math.max(0, most - (this.#to - this.#from)));
    this.#container.append(...this.#nodes(this.#to, this.#to + count));
    this.#to += count;
    if (isFollowing) this.#trimStart();
  }

  /** `isNear` says that the reader is near the beginning: they see what is older, and what is far below them goes. */
  prepend(rows, isNear) {
    const { length } = this.#add(rows, "unshift");
    this.#from += length;
    this.#to += length;
    this.#growStart(Math.min(length, isNear ? length : Math.max(0, most - (this.#to - this.#from))));
    if (isNear) this.#trimEnd();
  }

  /** From now on the line stands before this row. */
  setFresh(key) {
    this.#line.remove();
    this.#freshKey = key;
    this.element(key)?.before(this.#line);
  }

  /** Makes elements of what is beyond an edge, "top" or "bottom". */
  grow(edge) {
    if (edge === "top") {
      this.#growStart(Math.min(step, this.#from));
      return this.#trimEnd();
    }
    const to = Math.min(this.#items.length, this.#to + step);
    this.#container.append(...this.#nodes(this.#to, to));
    this.#to = to;
    this.#trimStart();
  }

  /** Makes sure that a row has an element. */
  show(key) {
    const item = this.#byKey.get(key);
    if (item && !item.element) this.#showFrom(this.#items.indexOf(item) - most / 2);
  }

  showEnd() {
    if (!this.reachesEnd) this.#showFrom(this.#items.length - most);
  }

  /** The row of `key` is another: `{ old, fresh }` are its elements, of which the caller puts one in the other's place; null where it has none. */
  change(key, row) {
    const item = this.#byKey.get(key);
    if (!item) return null;
    if (row.key !== key) {
      this.drop(row.key);
      this.#byKey.delete(key);
      this.#byKey.set(row.key, item);
      if (this.#freshKey === key) this.#freshKey = row.key;
    }
    item.row = row;
    const old = item.element;
    if (!old) return null;
    item.element = this.#make(row);
    return { old, fresh: item.element };
  }

  drop(key) {
    const item = this.#byKey.get(key);
    if (!item) return;
    const index = this.#items.indexOf(item);
    this.#items.splice(index, 1);
    this.#byKey.delete(key);
    if (index < this.#from) this.#from -= 1;
    if (index < this.#to) this.#to -= 1;
    item.element?.remove();
  }

  /** What is there already under the same key is replaced. */
  #add(rows, method) {
    for (const { key } of rows) this.drop(key);
    const items = rows.map((row) => ({ row, element: null }));
    for (const item of items) this.#byKey.set(item.row.key, item);
    this.#items[method](...items);
    return items;
  }

  #showFrom(start) {
    for (const item of this.#items) item.element = null;
    this.#from = Math.max(0, Math.min(start, this.#items.length - most));
    this.#to = Math.min(this.#items.length, this.#from + most);
    this.#container.replaceChildren(...this.#nodes(this.#from, this.#to));
  }

  #growStart(count) {
    this.#container.prepend(...this.#nodes(this.#from - count, this.#from));
    this.#from -= count;
  }

  #trimStart() {
    while (this.#to - this.#from > most) this.#take(this.#items[this.#from++]);
  }

  #trimEnd() {
    while (this.#to - this.#from > most) this.#take(this.#items[--this.#to]);
  }

  #take(item) {
    if (item.row.key === this.#freshKey) this.#line.remove();
    item.element.remove();
    item.element = null;
  }

  #nodes(from, to) {
    return this.#items.slice(from, to).flatMap((item) => {
      item.element = this.#make(item.row);
      return item.row.key === this.#freshKey ? [this.#line, item.element] : [item.element];
    });
  }
}
