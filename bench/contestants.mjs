import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "./floors/files.mjs";
import { sources } from "./sources.mjs";

const cli = fileURLToPath(new URL("../packages/cli/bin/chatexport.js", import.meta.url));

/**
 * The programs to run, floors first; `floor` names what a program is compared with, and `check`
 * returns what is wrong with its result.
 */
export function contestants({ source, home, out }) {
  const { options, floorFiles } = sources[source];
  const floors = fileURLToPath(new URL(`floors/${source}/`, import.meta.url));
  const exporting = (name, format, check) => ({
    name,
    floor: "floor: normalizing",
    program: [cli, "export", ...options(home), "--to", format, "--out", out, "--quiet"],
    check,
  });
  const converting = (name, file) => ({
    name,
    program: [`${floors}${file}`, home, out],
    check: ({ facts }) => unequal(documents(out, ".jsonl").length, facts[floorFiles], "files"),
  });

  return [
    { name: "node -e 0", program: ["-e", "0"], check: () => undefined },
    converting("floor: copying", "copying.mjs"),
    converting("floor: normalizing", "normalizing.mjs"),
    exporting("export to JSONL", "jsonl", ({ facts }) => {
      const found = documents(out, ".jsonl");
      return (
        unequal(found.length, facts.sessions, "documents") ??
        (facts.messages && unequal(messagesIn(found), facts.messages, "messages"))
      );
    }),
    exporting("export to Markdown", "markdown", ({ facts }) =>
      unequal(documents(out, ".md").length, facts.sessions, "documents"),
    ),
    { name: "floor: list", program: [`${floors}list.mjs`, home], check: () => undefined },
    {
      name: "list",
      floor: "floor: list",
      program: [cli, "list", ...options(home), "--json"],
      check: ({ facts, stdout }) =>
        unequal(JSON.parse(readFileSync(stdout, "utf8")).length, facts.sessions, "sessions"),
    },
  ];
}

// The archive's own folder begins with a dot.
function documents(folder, extension) {
  return filesBelow(folder).filter(
    (path) => path.endsWith(extension) && !relative(folder, path).startsWith("."),
  );
}

/** The messages that documents in JSONL count in their last lines. */
function messagesIn(paths) {
  const ends = paths.map((path) => readFileSync(path, "utf8").trimEnd().split("\n").at(-1));
  return ends.reduce((sum, end) => sum + JSON.parse(end).messages, 0);
}

function unequal(found, expected, what) {
  return found === expected ? undefined : `${expected} ${what} expected, ${found} found`;
}
