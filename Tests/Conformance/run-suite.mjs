#!/usr/bin/env node
// Runs one of the official protocol suites (the folder docs/ of a checkout of socketio/socket.io) against a server:
//   SUITES_DIR=…/docs run-suite.mjs eio3|eio4|sio5 http://127.0.0.1:PORT
// What the suites import from npm comes from Debian's mocha, chai and node-ws, and from node itself. GRACE_MS lengthens
// their waits for a time-out, which they else look at in the instant when it is due.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const suites = {
  eio3: "engine.io-protocol/v3-test-suite",
  eio4: "engine.io-protocol/v4-test-suite",
  sio5: "socket.io-protocol/v5-test-suite",
};
const [name, url] = process.argv.slice(2);
const docs = process.env.SUITES_DIR;
if (!suites[name] || !url || !docs) {
  console.error("usage: SUITES_DIR=FOLDER run-suite.mjs eio3|eio4|sio5 URL");
  process.exit(2);
}

function adapted(source) {
  const written = '"http://localhost:3000"';
  if (!source.includes(written)) throw new Error("the suite names its server otherwise than expected");
  const wait = "sleep(PING_INTERVAL + PING_TIMEOUT)";
  const grace = Number(process.env.GRACE_MS ?? 0);
  return source.replaceAll(written, JSON.stringify(url)).replaceAll(wait, `${wait.slice(0, -1)} + ${grace})`);
}

const modules = process.env.NODE_MODULES_DIR ?? "/usr/share/nodejs";
const here = path.dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "suite-"));
let status = 1;
try {
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(
    path.join(folder, "test-suite.js"), adapted(readFileSync(path.join(docs, suites[name], "test-suite.js"), "utf8")));
  writeFileSync(
    path.join(folder, "node-imports.js"), `import ${JSON.stringify(path.join(here, "globals.mjs"))};\n`);
  const mocha = path.join(modules, "mocha/bin/mocha.js");
  const words = [mocha, "--no-config", "--no-package", "--exit", "--reporter", "tap", "test-suite.js"];
  const run = spawnSync(process.execPath, words, {
    cwd: folder, stdio: "inherit", env: { ...process.env, NODE_PATH: modules, NODE_MODULES_DIR: modules },
  });
  status = run.status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(status);
