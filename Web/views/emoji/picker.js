// Chooses an emoji: by group, by name or keyword, or one of those used last. Fetched when it is first opened.

import { TONES, withTone } from "../../emoji/emoji.js";
import { el, freshID, icon } from "../../dom.js";
import { openAnchored } from "../anchored.js";
import { fault } from "../field.js";
import { EmojiGrid } from "./grid.js";
import { emojiHabits } from "./habits.js";
import { needEmoji } from "./shared.js";

/** What stands for each group in the row of groups, in their order. */
const signs = ["😀", "👋", "🐻", "🍎", "🚗", "⚽", "💡", "🔣", "🏁"];
const toneNames = ["No skin tone", "Light", "Medium-light", "Medium", "Medium-dark", "Dark"];

/** Opens the picker over `host` beside `anchor`; `chosen(emoji)` is called once it has closed again. */
export function openEmojiPicker(host, anchor, chosen) {
  const picker = new EmojiPicker((emoji) => {
    picked = emoji;
    dialog.close();
  });
  let picked = null;
  const dialog = openAnchored(host, anchor, {
    label: "Emoji", className: "emoji-picker",
    closed: () => {
      if (picked === null) return;
      emojiHabits().used(picked);
      chosen(picked);
    },
  }, picker.element);
  picker.begin();
}

class EmojiPicker {
  constructor(picked) {
    this.habits = emojiHabits();
    this.search = el("input", {
      type: "search", class: "emoji-search", placeholder: "Search emoji", "aria-label": "Search emoji", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
      oninput: () => this.render(), onkeydown: (event) => this.searching(event),
    });
    this.groups = el("div", { class: "emoji-groups", role: "group", "aria-label": "Groups" });
    this.place = el("div", { class: "emoji-place", tabindex: "-1" });
    this.grid = new EmojiGrid(this.place, { picked, looked: (one) => this.preview(one), left: () => this.search.focus() });
    this.sign = el("span", { class: "emoji-sign", "aria-hidden": "true" });
    this.label = el("span", { class: "emoji-name" });
    this.tones = el("div", { class: "emoji-tones", role: "radiogroup", "aria-label": "Skin tone" });
    this.said = el("p", { class: "spoken", role: "status" });
    this.element = el("div", { class: "emoji-body" }, this.search, this.groups, this.place,
      el("div", { class: "emoji-foot" }, this.sign, this.label, this.tones), this.said);
  }

  async begin() {
    if (matchMedia("(pointer: fine)").matches) this.search.focus();
    this.place.replaceChildren(el("div", { class: "list-state" }, el("span", { class: "spinner", role: "img", "aria-label": "Loading" })));
    try {
      this.set = await needEmoji();
    } catch {
      this.place.replaceChildren(el("div", { class: "list-state" }, fault("The emoji could not be loaded.", null),
        el("button", { class: "button", type: "button", onclick: () => this.begin() }, "Try again")));
      return;
    }
    this.showTones();
    this.render();
  }

  /** The tone that was chosen, on those that take one. */
  shown({ emoji, tones }) { return this.habits.tone ? withTone(emoji, this.habits.tone, tones) : emoji; }

  render() {
    if (!this.set) return;
    const query = this.search.value.trim().replace(/^:|:$/g, "");
    this.groups.hidden = query !== "";
    if (query) {
      const found = this.set.find(query, 72);
      this.said.textContent = found.length === 1 ? "1 emoji found" : `${found.length} emoji found`;
      this.grid.show(found.length === 0 ? [] : [{ name: "Found", emoji: found }], (one) => this.shown(one));
      if (found.length === 0) this.place.replaceChildren(el("p", { class: "none" }, "No emoji is called this."));
      return this.preview(found[0] ?? null);
    }
    const recent = this.recent();
    const groups = [...(recent.length > 0 ? [{ name: "Recent", sign: icon("clock"), emoji: recent }] : []),
      ...this.set.groups.map((group, index) => ({ ...group, sign: signs[index] ?? "•" }))];
    this.said.textContent = "";
    const sections = this.grid.show(groups, (one) => this.shown(one));
    this.groups.replaceChildren(...groups.map(({ name, sign }, index) => el("button", {
      class: "tool", type: "button", title: name, "aria-label": name, onclick: () => sections[index].scrollIntoView({ block: "start" }),
    }, sign)));
    this.preview(null);
  }

  recent() {
    const all = new Map(this.set.groups.flatMap((group) => group.emoji).map((one) => [one.emoji, one]));
    // One with a tone is kept as it was.
    return this.habits.recent.map((emoji) => ({ ...(all.get(plain(emoji)) ?? all.get(emoji) ?? { name: emoji, shortcodes: [] }), emoji, tones: 0 })).slice(0, 18);
  }

  preview(one) {
    this.sign.textContent = one ? this.shown(one) : "";
    this.label.textContent = one ? [one.name, one.shortcodes.length > 0 ? `:${one.shortcodes.at(-1)}:` : ""].filter(Boolean).join(" ") : "";
  }

  showTones() {
    const name = freshID("tone");
    this.tones.replaceChildren(...["", ...TONES].map((tone, index) => el("label", { title: toneNames[index] },
      el("input", { type: "radio", name, value: tone, checked: this.habits.tone === tone, "aria-label": toneNames[index], onchange: () => {
        this.habits.tone = tone;
        this.render();
      } }), el("span", { "aria-hidden": "true" }, tone ? withTone("✋", tone, 1) : "✋"))));
  }

  searching(event) {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") this.grid.enter();
    else if (event.key === "Enter") this.grid.pickFirst(this.search.value.trim() !== "");
    else return;
    event.preventDefault();
  }
}

/** An emoji without its skin tone. */
const plain = (emoji) => emoji.replace(/[\u{1F3FB}-\u{1F3FF}]/gu, "");
