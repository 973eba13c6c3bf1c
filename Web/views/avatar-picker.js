// Chooses a picture and the colour behind it.

import { el, freshID } from "../dom.js";
import { fault } from "./field.js";
import { avatar, colors, pictures } from "./pictures.js";

export class AvatarPicker {
  /** Begins with `chosen`, or with whatever chance brings. `changed` is called when another was chosen. */
  constructor(chosen = null, changed = () => {}) {
    this.picture = chosen?.picture ?? pictures[Math.floor(Math.random() * pictures.length)];
    this.color = chosen?.color ?? colors[Math.floor(Math.random() * (colors.length - 2))];
    this.changed = changed;
    this.pictureList = el("div", { class: "choices" });
    this.faultPlace = el("div");
    const group = freshID("color");
    const colorList = el("div", { class: "choices round" }, ...colors.map((color, index) => {
      const swatch = el("span", { class: "swatch" });
      swatch.style.backgroundColor = color;
      return this.choice(group, colorNames[index], color === this.color, swatch, () => {
        this.color = color;
        this.paint();
        this.changed();
      });
    }));
    this.group = freshID("picture");
    this.choices = pictures.map((name) =>
      this.choice(this.group, name, name === this.picture, el("span"), () => {
        this.picture = name;
        this.changed();
      }));
    this.pictureList.append(...this.choices);
    this.paint();
    this.element = el("div", { class: "field" },
      el("fieldset", { class: "picker" }, el("legend", {}, "Picture"), this.pictureList),
      el("fieldset", { class: "picker" }, el("legend", {}, "Colour behind it"), colorList), this.faultPlace);
  }

  choice(group, label, checked, drawing, chosen) {
    return el("label", { title: label },
      el("input", { type: "radio", name: group, value: label, "aria-label": label, checked, onchange: chosen }), drawing);
  }

  get avatar() { return { picture: this.picture, color: this.color }; }

  /** Shows each picture on the chosen colour. */
  paint() {
    pictures.forEach((picture, index) => {
      this.choices[index].lastElementChild.replaceWith(avatar({ picture, color: this.color }));
    });
  }

  show(message) { this.faultPlace.replaceChildren(...(message ? [fault(message, null)] : [])); }
}

const colorNames = ["violet", "blue", "teal", "green", "olive", "orange", "red", "plum", "slate", "yellow"];
