// Plays a session on core.wasm and writes each event and, on the next line, the effects that came of it.
//   node play.mjs CORE.WASM SEED STEPS
import { readFileSync } from "node:fs";
import { CoreInstance } from "../../Web/core/instance.js";
import { Session } from "./session.mjs";

const [path, seed, steps] = process.argv.slice(2);
const core = new CoreInstance(new WebAssembly.Module(readFileSync(path)));
const lines = [];
const session = new Session((event) => {
  const effects = core.handle(event);
  lines.push(JSON.stringify(event), JSON.stringify(effects));
  return effects;
}, Number(seed));
session.play(Number(steps));
process.stdout.write(lines.join("\n") + "\n");
