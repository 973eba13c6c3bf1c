// The notifications that this page shows, as the core asks for them.

/** How many are kept to be taken back later; the oldest are left to the system. */
const most = 50;

export class Notifications {
  #host;
  #opened;
  #shown = new Map();

  /** `opened(path)` is called when a person chooses one. */
  constructor(host, opened) {
    this.#host = host;
    this.#opened = opened;
  }

  /** Shows one, in the place of an earlier one with the same tag. Nothing happens where nobody has allowed it. */
  show({ tag, title, body, path, silent = false }) {
    const { Notification } = this.#host;
    if (Notification?.permission !== "granted") return;
    let notification;
    try {
      notification = new Notification(title, { tag, body, silent, icon: "/roost.svg" });
    } catch {
      // Some browsers let only a service worker show them.
      return;
    }
    this.#shown.delete(tag);
    this.#shown.set(tag, notification);
    if (this.#shown.size > most) this.#shown.delete(this.#shown.keys().next().value);
    notification.onclick = () => {
      this.#host.focus();
      this.hide({ tag });
      this.#opened(path);
    };
    notification.onclose = () => this.#shown.get(tag) === notification && this.#shown.delete(tag);
  }

  /** Takes one back: what it told was read. */
  hide({ tag }) {
    const notification = this.#shown.get(tag);
    this.#shown.delete(tag);
    notification?.close();
  }

  hideAll() {
    for (const tag of [...this.#shown.keys()]) this.hide({ tag });
  }
}
