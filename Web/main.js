// Puts the core and the views together: what the core shows goes to the views, what the person wants to the core.

import { startCore } from "./core.js";
import "./views/app.js";

const app = document.querySelector("roost-app");
let core = null;
/** What the person wanted before the core was there. */
const early = [];

document.addEventListener("intent", ({ detail }) => {
  if (core) core.send(detail);
  else early.push(detail);
});

document.addEventListener("ask", (event) => {
  // Nothing is shown that could ask before the core runs.
  if (!core) return;
  event.preventDefault();
  const { name, args, resolve, reject } = event.detail;
  core.ask(name, args).then(resolve, reject);
});

try {
  core = await startCore({ view: (change) => app.apply(change) });
  for (const intent of early) core.send(intent);
} catch (error) {
  console.error(error);
  app.showFailure("The app could not be started. It needs a browser of the last few years, with WebAssembly and scripts allowed.");
}
