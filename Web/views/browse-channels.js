// All public channels: join one, or open one that I am in.

import { el, intend } from "../dom.js";
import { dialog } from "./dialog.js";
import { memberCount } from "./room-name.js";

class BrowseChannels extends HTMLElement {
  connectedCallback() {
    if (this.dialog) return;
    this.filter = el("input", { type: "search", placeholder: "Find a channel", "aria-label": "Find a channel", autofocus: true, oninput: () => this.render() });
    this.body = el("div", { class: "dialog-body", "aria-live": "polite" });
    this.dialog = dialog("Channels", { closed: () => this.closed() }, el("div", { class: "filter" }, this.filter), this.body);
    this.append(this.dialog);
    this.channels = [];
  }

  /** Follows the core's `channels` change. */
  show({ open, loading, channels }) {
    this.channels = channels;
    this.isLoading = loading;
    this.isWanted = open;
    if (open && !this.dialog.open) {
      this.filter.value = "";
      this.dialog.showModal();
    }
    if (!open && this.dialog.open) this.dialog.close();
    if (open) this.render();
  }

  closed() {
    if (!this.isWanted) return;
    this.isWanted = false;
    intend(this, { e: "channels.browse", open: false });
  }

  render() {
    const wanted = this.filter.value.trim().toLocaleLowerCase();
    const found = this.channels.filter(({ name, description }) => `${name}\n${description}`.toLocaleLowerCase().includes(wanted));
    if (found.length > 0) return this.renderList(found);
    this.body.replaceChildren(el("div", { class: "none" }, ...(this.isLoading
      ? [el("span", { class: "spinner", role: "img", "aria-label": "Loading the channels" })]
      : this.channels.length > 0
        ? [el("p", {}, "No channel has this in its name or description.")]
        : [el("p", {}, "There are no channels yet."),
          el("button", { class: "button primary", type: "button", onclick: () => this.create() }, "Create the first one")])));
  }

  renderList(found) {
    const focused = document.activeElement?.closest?.(".channel")?.dataset.room;
    this.body.replaceChildren(el("ul", { class: "channels" }, ...found.map((channel) => this.item(channel))));
    if (focused) this.body.querySelector(`[data-room="${CSS.escape(focused)}"] button`)?.focus();
  }

  item({ id, name, description, members, joined, archived }) {
    const about = [archived ? "Archived" : "", memberCount(members), description].filter(Boolean).join(" · ");
    // Nobody joins what is archived.
    return el("li", { class: "channel", "data-room": id },
      el("div", { class: "channel-text" }, el("h3", {}, name), el("p", {}, about)),
      archived && !joined ? null : el("button", {
        class: joined ? "button" : "button primary", type: "button", "aria-label": `${joined ? "Open" : "Join"} ${name}`,
        onclick: () => {
          intend(this, joined ? { e: "room.open", room: id } : { e: "channel.join", room: id });
          this.dialog.close();
        },
      }, joined ? "Open" : "Join"));
  }

  create() {
    this.dialog.close();
    this.dispatchEvent(new CustomEvent("create", { bubbles: true }));
  }
}
customElements.define("roost-browse-channels", BrowseChannels);
