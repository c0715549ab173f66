import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "./floors/transcripts.mjs";

const floors = fileURLToPath(new URL("floors/", import.meta.url));
const cli = fileURLToPath(new URL("../packages/cli/bin/chatexport.js", import.meta.url));

/**
 * The programs to run, floors first; `floor` names what a program is compared with, and `check`
 * returns what is wrong with its result.
 */
export function contestants({ home, out }) {
  const source = ["--root", home, "--from", "claude"];
  const exporting = (name, format, extension) => ({
    name,
    floor: "floor: normalizing",
    program: [cli, "export", ...source, "--to", format, "--out", out, "--quiet"],
    check: ({ facts }) => unequal(documents(out, extension), facts.sessions, "documents"),
  });
  const converting = (name, file) => ({
    name,
    program: [`${floors}${file}`, home, out],
    check: ({ facts }) => unequal(documents(out, ".jsonl"), facts.transcripts, "files"),
  });

  return [
    { name: "node -e 0", program: ["-e", "0"], check: () => undefined },
    converting("floor: copying", "copying.mjs"),
    converting("floor: normalizing", "normalizing.mjs"),
    exporting("export to JSONL", "jsonl", ".jsonl"),
    exporting("export to Markdown", "markdown", ".md"),
    { name: "floor: list", program: [`${floors}list.mjs`, home], check: () => undefined },
    {
      name: "list",
      floor: "floor: list",
      program: [cli, "list", ...source, "--json"],
      check: ({ facts, stdout }) =>
        unequal(JSON.parse(readFileSync(stdout, "utf8")).length, facts.sessions, "sessions"),
    },
  ];
}

// The archive's own folder begins with a dot.
function documents(folder, extension) {
  return filesBelow(folder)
    .map((path) => relative(folder, path))
    .filter((path) => path.endsWith(extension) && !path.startsWith(".")).length;
}

function unequal(found, expected, what) {
  return found === expected ? undefined : `${expected} ${what} expected, ${found} found`;
}
