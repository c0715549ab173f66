#!/usr/bin/env node
// Nothing but old syntax and no static import, so that an old Node reads as far as the sentence.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`chatexport needs Node 20.19 or newer, and this is Node ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  let ready = Promise.resolve();
  if (major === 20)
    ready = import("node:v8").then(function optimizeLater({ setFlagsFromString }) {
      // Node 20 optimizes code after an eighth of this, and most of it has been used by then: of the
      // CPU time of an export of 4 or 20 MB, that is a quarter. 250 MB take no longer.
      setFlagsFromString("--interrupt-budget=540672");
    });
  else if (major > 22 || (major === 22 && minor >= 1))
    ready = import("../dist/compile-cache.js").then(function keep({ keepCompiledCode }) {
      keepCompiledCode();
    });
  ready
    .then(function load() {
      return import("../dist/main.js");
    })
    .then(function run({ main }) {
      return main(process.argv.slice(2));
    })
    .then(function end(code) {
      process.exitCode = code;
    });
}
