#!/usr/bin/env node
// Nothing but old syntax and no static import, so that an old Node reads as far as the sentence.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`chatexport needs Node 20.19 or newer, and this is Node ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  const hasCompileCache = major > 22 || (major === 22 && minor >= 1);
  const ready = hasCompileCache
    ? import("../dist/compile-cache.js").then(function keep({ keepCompiledCode }) {
        keepCompiledCode();
      })
    : Promise.resolve();
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
