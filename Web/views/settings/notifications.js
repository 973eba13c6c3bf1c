// When I am told of messages on this device and all others, and when I want quiet.

import { ask, el } from "../../dom.js";
import { fault } from "../field.js";
import { Loaded } from "../loaded.js";
import { sectionHead } from "../sections.js";
import { clockText, sinceText } from "../times.js";
import { minutesOf, pauses, textOf } from "./quiet-time.js";

export class NotificationsSection {
  constructor(host) {
    this.host = host;
    this.said = el("p", { class: "said", role: "status" });
    this.faultPlace = el("div");
    this.device = el("div", { class: "block" });
    this.content = new Loaded({ load: () => ask(host, "preferences"), show: ({ preferences }) => this.show(preferences) });
    this.element = el("section", {},
      sectionHead("Notifications", "Each room has its own level: the bell above its messages. What you are looking at is not told."),
      this.device, this.content.element, this.faultPlace, this.said);
  }

  shown() {
    this.showDevice();
    this.content.reload();
  }

  connection(isOnline) { if (isOnline) this.content.online(); }

  // This device

  showDevice() {
    const state = "Notification" in globalThis && isSecureContext ? Notification.permission : "missing";
    const text = {
      missing: "This browser shows no notifications here. They need a secure connection (https).",
      granted: "This browser shows notifications while Roost is open in it.",
      denied: "This browser was told to show no notifications of Roost. Its settings for this page change that.",
      default: "Let this browser show notifications while Roost is open in it.",
    }[state];
    const button = el("button", { class: "button primary", type: "button", onclick: () => this.allow() }, "Allow notifications");
    this.device.replaceChildren(el("h4", {}, "On this device"), el("p", { class: "soft" }, text), ...(state === "default" ? [el("div", { class: "row" }, button)] : []));
  }

  async allow() {
    await Notification.requestPermission();
    this.showDevice();
    this.said.textContent = Notification.permission === "granted" ? "Notifications are shown." : "";
  }

  // Everywhere

  show(preferences) {
    this.preferences = preferences;
    return [this.pauseBlock(), this.quietBlock(), el("div", { class: "block" }, el("h4", {}, "What a notification has"),
      this.toggle("sound", "A sound", "As this device plays it."),
      this.toggle("preview", "The message", "Without it only the room and the sender are named."))];
  }

  pauseBlock() {
    const { dnd_until: until } = this.preferences;
    const isOn = until > Date.now();
    const buttons = isOn
      ? [el("button", { class: "button", type: "button", "data-part": "pause", onclick: () => this.update({ dnd_until: null }) }, "End it now")]
      : pauses(new Date()).map(([label, end]) => el("button", { class: "button", type: "button", "data-part": "pause", onclick: () => this.update({ dnd_until: end }) }, label));
    return el("div", { class: "block" }, el("h4", {}, "Do not disturb"),
      el("p", { class: "soft" }, isOn ? `No notifications until ${sinceText(until)}. Others see that you do not want to be disturbed.` : "No notifications for a while; others see it."),
      el("div", { class: "row" }, ...buttons));
  }

  quietBlock() {
    const { quiet } = this.preferences;
    const isOn = Boolean(quiet);
    const time = (name, label) => {
      const input = el("input", { type: "time", required: true, "aria-label": label, disabled: !isOn, "data-part": `quiet ${name}`,
        onchange: () => {
          const minutes = minutesOf(input.value);
          if (minutes !== null) this.update({ quiet: { ...this.preferences.quiet, [name]: minutes } });
        } });
      input.value = textOf((quiet ?? { from: 1320, to: 420 })[name]);
      return input;
    };
    return el("div", { class: "block" }, el("h4", {}, "Quiet hours"),
      this.check("quiet", "No notifications at night", "Every day, by the clock of the device.", isOn, (on) => ({ quiet: on ? { from: 1320, to: 420 } : null })),
      el("div", { class: "quiet-times" }, el("span", {}, "From"), time("from", "Quiet from"), el("span", {}, "to"), time("to", "Quiet until")));
  }

  toggle(name, label, hint) {
    return this.check(name, label, hint, this.preferences[name] !== false, (on) => ({ [name]: on }));
  }

  check(part, label, hint, isOn, change) {
    return el("label", { class: "check" }, el("input", { type: "checkbox", checked: isOn, "data-part": part, onchange: ({ target }) => this.update(change(target.checked)) }),
      el("span", {}, el("span", { class: "radio-label" }, label), el("span", { class: "hint" }, hint)));
  }

  async update(change) {
    const part = document.activeElement?.dataset.part;
    this.faultPlace.replaceChildren();
    try {
      const { preferences } = await ask(this.host, "preferences.update", change);
      this.redraw(preferences, part);
      this.said.textContent = change.dnd_until ? `Quiet until ${clockText(change.dnd_until)}.` : "Saved.";
    } catch (error) {
      this.redraw(this.preferences, part);
      this.said.textContent = "";
      this.faultPlace.replaceChildren(fault(error.message, null, "fault general"));
    }
  }

  redraw(preferences, part) {
    this.content.element.replaceChildren(...this.show(preferences));
    if (part) this.content.element.querySelector(`[data-part="${CSS.escape(part)}"]`)?.focus();
  }
}
