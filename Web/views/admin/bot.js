// Makes a bot, and shows its token once.

import { ask, el } from "../../dom.js";
import { AvatarPicker } from "../avatar-picker.js";
import { dialog, openOver } from "../dialog.js";
import { Field } from "../field.js";
import { question } from "../question-dialog.js";
import { secret } from "../secret.js";

/** `made()` is called when there is a new bot. */
export function makeBot(host, made) {
  const name = new Field("Name", el("input", { type: "text", autocomplete: "off" }));
  const handle = new Field("Handle", el("input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false" }),
    { hint: "Optional: made from the name where it is empty." });
  const picker = new AvatarPicker();
  question(host, {
    title: "Make a bot", text: "A bot logs in with a token. It hears and says what it is added to, as a member does.",
    action: "Make the bot", busy: "Making…", fields: { name, handle, avatar: picker }, parts: [name.element, handle.element, picker.element],
    check: () => (name.value.trim() === "" ? { field: "name", message: "A bot needs a name." } : null),
    send: () => ask(host, "bot.create", {
      name: name.value.trim(), avatar: picker.avatar, ...(handle.value.trim() ? { handle: handle.value.trim().toLowerCase() } : {}),
    }),
    done: ({ user, token }) => {
      made();
      showToken(host, user, token);
    },
  });
}

function showToken(host, user, token) {
  const element = dialog(`${user.name} is there`, { closed: () => {} }, el("div", { class: "dialog-body form" },
    secret("Token", token, "It does not expire and is not shown again: put it where the bot finds it. Then add the bot to rooms."),
    el("div", { class: "dialog-foot" }, el("button", { class: "button primary", type: "button", onclick: () => element.close() }, "I have copied it"))));
  openOver(host, element);
  element.querySelector("input").focus();
}
