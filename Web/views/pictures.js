// The pictures that people choose from: drawn here, in two tones, on a 32 by 32 ground.
//
// `f` shapes take the light or dark tone that shows best on the person's colour, `c` shapes are cut out of them.

import { svg } from "../dom.js";

const eyes = (y, dx, r) => [["c", "circle", { cx: 16 - dx, cy: y, r }], ["c", "circle", { cx: 16 + dx, cy: y, r }]];
const leaf = (y, size, side) => ["f", "path", {
  d: `M16 ${y}c${-3.5 * side * size} 0 ${-6.5 * side * size} ${-2 * size} ${-7.5 * side * size} ${-5.5 * size} ` +
    `${4 * side * size} 0 ${7 * side * size} 2 ${7.5 * side * size} ${5.5 * size}z`,
}];

const shapes = {
  owl: [
    ["f", "path", { d: "M6 4.5l4.5 3.5h11L26 4.5V18a10 10 0 0 1-20 0z" }],
    ["c", "circle", { cx: 11.8, cy: 14, r: 3.9 }], ["c", "circle", { cx: 20.2, cy: 14, r: 3.9 }],
    ["f", "circle", { cx: 12.3, cy: 14.2, r: 1.8 }], ["f", "circle", { cx: 19.7, cy: 14.2, r: 1.8 }],
    ["c", "path", { d: "M14.3 18h3.4L16 21.2z" }],
  ],
  robin: [
    ["f", "path", { d: "M3.5 24.5c3-1 4-3 5.5-6C11 14 14 11 17.5 9a5.2 5.2 0 0 1 8 3.5l3.5 1.2-3.5 1.3C25 21 20 25.5 14.5 25.5c-2 0-3.5-.5-4.5-1.5z" }],
    ["c", "circle", { cx: 21.8, cy: 12, r: 1.2 }],
    ["c", "path", { d: "M12 18c3.5-1 6.5.5 7.5 3.5-3.5 1-6.5 0-7.5-3.5z" }],
    ["f", "path", { d: "M13.5 25h1.6v4h-1.6zM17 25h1.6v4H17z" }],
  ],
  heron: [
    ["f", "path", { d: "M18.5 5.5a2.6 2.6 0 0 1 3.8-.5L29 7.2l-6.5 1.3c-2.5 2-1 4 .3 6 1.5 2.5.5 5-2.3 6.5-2.5 1.5-6 1.8-8.5 1.3L4 25.5c1-4.5 4-8 8.5-9 2.5-.5 5-.5 6-1.5.9-1-.5-2.5-1-4-.5-2-.2-4 1-5.5z" }],
    ["c", "circle", { cx: 21, cy: 6.7, r: 0.9 }],
    ["f", "path", { d: "M12 22h1.5v7H12zM16 21.5h1.5V29H16z" }],
  ],
  wren: [
    ["f", "path", { d: "M5 3.5l6.5 7.5c2-1.2 4.3-1.8 6-1.5 4 .3 6.3 2.5 7 5.5l4 1.5-4.2 1.5c-.8 4.5-4.3 7.5-8.8 7.5-5.5 0-9.5-4-9.5-9 0-1 .2-2 .5-3z" }],
    ["c", "circle", { cx: 20.3, cy: 14.3, r: 1.3 }],
    ["c", "path", { d: "M9.5 17c3-.7 6.5.5 7.5 4-4 .5-7-1-7.5-4z" }],
    ["f", "path", { d: "M13.5 25H15v4h-1.5zM17.5 25H19v4h-1.5z" }],
  ],
  fox: [
    ["f", "path", { d: "M5 4.5L12 9.5h8l7-5V16c0 6-6.5 10-11 12.5C11.5 26 5 22 5 16z" }],
    ["c", "path", { d: "M5.5 17.5c3 .5 6.5 2.5 8.5 7l2 1.2 2-1.2c2-4.5 5.5-6.5 8.5-7-1 4.5-6 8-10.5 10.5-4.5-2.5-9.5-6-10.5-10.5z" }],
    ...eyes(15.5, 4.3, 1.3), ["f", "path", { d: "M14.3 24h3.4L16 26.3z" }],
  ],
  hare: [
    ["f", "ellipse", { cx: 12.2, cy: 9.5, rx: 2.9, ry: 7 }], ["f", "ellipse", { cx: 19.8, cy: 9.5, rx: 2.9, ry: 7 }],
    ["f", "ellipse", { cx: 16, cy: 20.5, rx: 8, ry: 7.8 }],
    ["c", "ellipse", { cx: 12.2, cy: 9.5, rx: 1.1, ry: 4.7 }], ["c", "ellipse", { cx: 19.8, cy: 9.5, rx: 1.1, ry: 4.7 }],
    ...eyes(19.3, 3.3, 1.3), ["c", "path", { d: "M14.7 22.5h2.6L16 24z" }], ["c", "path", { d: "M15.6 24h.8v2h-.8z" }],
  ],
  otter: [
    ["f", "circle", { cx: 7.5, cy: 9.5, r: 3 }], ["f", "circle", { cx: 24.5, cy: 9.5, r: 3 }],
    ["f", "ellipse", { cx: 16, cy: 16.5, rx: 11, ry: 10.5 }], ...eyes(13.5, 5, 1.4),
    ["c", "ellipse", { cx: 16, cy: 20.5, rx: 6, ry: 4.7 }], ["f", "ellipse", { cx: 16, cy: 18.3, rx: 2.2, ry: 1.5 }],
    ["f", "path", { d: "M15.6 19h.8v3.5h-.8z" }],
  ],
  lynx: [
    ["f", "path", { d: "M5.5 2.5l5.5 5.8c3-1 7-1 10 0l5.5-5.8V15c0 7-4.5 12.5-10.5 12.5S5.5 22 5.5 15z" }],
    ["c", "ellipse", { cx: 11.5, cy: 15.5, rx: 1.5, ry: 2.2 }], ["c", "ellipse", { cx: 20.5, cy: 15.5, rx: 1.5, ry: 2.2 }],
    ["c", "path", { d: "M14 19.5h4l-2 2.3z" }],
    ["c", "path", { d: "M15.5 21.5h1v1.7c.6.9 1.9 1 3 .3l.5.9c-1.5 1-3.2.9-4-.1-.8 1-2.5 1.1-4 .1l.5-.9c1.1.7 2.4.6 3-.3z" }],
  ],
  fern: [
    ["f", "path", { d: "M15.3 29V6l.7-2.5.7 2.5v23z" }],
    leaf(25.5, 1.05, 1), leaf(25.5, 1.05, -1), leaf(19.5, 0.85, 1), leaf(19.5, 0.85, -1),
    leaf(14, 0.65, 1), leaf(14, 0.65, -1), leaf(9.5, 0.45, 1), leaf(9.5, 0.45, -1),
  ],
  moon: [
    ["f", "path", { d: "M19.5 4.5A12 12 0 1 0 28 20.5 9.8 9.8 0 0 1 19.5 4.5z" }],
    ["f", "circle", { cx: 25, cy: 8, r: 1.5 }], ["f", "circle", { cx: 28, cy: 13.5, r: 0.9 }],
    ["c", "circle", { cx: 11, cy: 17, r: 1.7 }], ["c", "circle", { cx: 15.5, cy: 22.5, r: 1.2 }],
  ],
};

/** The names of the pictures, in the order in which they are offered. */
export const pictures = Object.keys(shapes);

/** The colours offered for the ground behind a picture. */
export const colors = [
  "#7c5cff", "#2f6fde", "#14808c", "#2e7d4f", "#8a7a1e", "#c4631c", "#c43d4b", "#a8408f", "#5d6475", "#f2c14e",
];

/** A person's picture on their colour. It says nothing to a screen reader: their name stands beside it. */
export function avatar({ picture, color }, className = "avatar") {
  const drawing = svg("svg", { class: className, viewBox: "0 0 32 32", "aria-hidden": "true", focusable: "false" });
  const ground = /^#[0-9a-f]{6}$/i.test(color) ? color : "#5d6475";
  const tone = isLight(ground) ? "#2a2333" : "#ffffff";
  drawing.append(svg("rect", { width: 32, height: 32, rx: 9, fill: ground }));
  for (const [kind, name, attributes] of shapes[picture] ?? shapes.moon) {
    drawing.append(svg(name, { ...attributes, fill: kind === "f" ? tone : ground }));
  }
  return drawing;
}

/** Whether dark shapes show better on the colour than white ones (WCAG's relative luminance). */
function isLight(color) {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.35;
}
