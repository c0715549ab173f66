#!/usr/bin/env node
// Nothing but old syntax and no static import, so that an old Node reads as far as the sentence.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`chatexport needs Node 20.19 or newer, and this is Node ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  import("node:module")
    .then(function load({ createRequire }) {
      const requireHere = createRequire(import.meta.url);
      if (major === 20) {
        const { setFlagsFromString } = requireHere("node:v8");
        // Node 20 optimizes code after an eighth of this, and most of it has been used by then: of the
        // CPU time of an export of 4 or 20 MB, that is a quarter. 250 MB take no longer.
        setFlagsFromString("--interrupt-budget=540672");
        // As SQLite sets it there: compiled code is kept for the flags of the moment.
        setFlagsFromString("--liftoff-only");
      }
      const { requireCompiled } = requireHere("../dist/compile-cache.cjs");
      return requireCompiled("./main.cjs", process.argv[2]).main(process.argv.slice(2));
    })
    .then(function end(code) {
      process.exitCode = code;
    });
}
