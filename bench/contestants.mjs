import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { anyChange, documents, messagesIn, otherChange, stateOf, unequal } from "./checks.mjs";
import { markWord } from "./generator/text.mjs";
import { sources } from "./sources.mjs";

const cli = fileURLToPath(new URL("../packages/cli/bin/chatexport.js", import.meta.url));
const extensionOf = { jsonl: "jsonl", markdown: "md", html: "html" };

/**
 * The programs to run, in this order; `floor` names what a program is compared with, and `check`
 * returns what is wrong with its result. One that `goesOn` finds in `out` what the one before it left
 * there, and one that `touches` finds that a session of the home has changed since.
 */
export function contestants({ source, home, out }) {
  const { options, floorFiles } = sources[source];
  const floors = fileURLToPath(new URL(`floors/${source}/`, import.meta.url));
  const converting = (name, file) => ({
    name,
    program: [`${floors}${file}`, home, out],
    check: ({ facts }) => unequal(documents(out, ".jsonl").length, facts[floorFiles], "files"),
  });
  const exporting = (what, formats, words = []) =>
    exports({ source, home, out }, what, formats, words);

  return [
    { name: "node -e 0", program: ["-e", "0"], check: () => undefined },
    converting("floor: copying", "copying.mjs"),
    converting("floor: normalizing", "normalizing.mjs"),
    ...exporting("JSONL", ["jsonl"]),
    ...exporting("Markdown", ["markdown"]),
    ...exporting("HTML", ["html"]),
    ...exporting("both", ["jsonl", "markdown"]),
    ...exporting("JSONL, not masked", ["jsonl"], ["--no-redact"]).slice(0, 1),
    { name: "floor: list", program: [`${floors}list.mjs`, home], check: () => undefined },
    {
      name: "list",
      floor: "floor: list",
      program: [cli, "list", ...options(home), "--json"],
      check: ({ facts, stdout }) =>
        unequal(JSON.parse(readFileSync(stdout, "utf8")).length, facts.sessions, "sessions"),
    },
    { name: "floor: parsing", program: [`${floors}parsing.mjs`, home], check: () => undefined },
    ...searches(options(home)),
  ];
}

/** Searches for what is nowhere, once in each session, and everywhere. */
function searches(from) {
  const searching = (what, words, expected) => ({
    name: `search, ${what}`,
    floor: "floor: parsing",
    program: [cli, "search", ...from, "--quiet", ...words],
    check: ({ facts, stdout }) => unequal(sessionsIn(stdout).size, expected(facts), "sessions"),
  });
  const all = ({ sessions }) => sessions;
  return [
    searching("rare word", ["zebrafish"], () => 0),
    searching("rare regex", ["/zebra ?fish(es)? swim/i"], () => 0),
    searching("any regex", ["/[0-9]{9}z[0-9]{9}/"], () => 0),
    searching("once in each session", [markWord], all),
    searching("common word", ["the"], all),
    searching("first session", ["the", "--limit", "1"], () => 1),
  ];
}

/** The short ids in the lines that a search printed. */
function sessionsIn(stdout) {
  const lines = readFileSync(stdout, "utf8").split("\n").filter(Boolean);
  return new Set(lines.map((line) => line.split(" ")[2]));
}

/** An export, the same again, and the same after a session has changed. */
function exports({ source, home, out }, what, formats, words) {
  const sinks = formats.flatMap((format) => ["--to", format]);
  const from = sources[source].options(home);
  const program = [cli, "export", ...from, ...sinks, ...words, "--out", out, "--quiet"];
  const extensions = formats.map((format) => extensionOf[format]);
  const first = `export to ${what}`;
  return [
    {
      name: first,
      floor: "floor: normalizing",
      program,
      check: ({ facts }) => wrongDocuments(out, extensions, facts),
    },
    {
      name: `${what}, unchanged`,
      floor: first,
      goesOn: true,
      program,
      check: ({ before }) => anyChange(before, stateOf(out)),
    },
    {
      name: `${what}, one changed`,
      floor: first,
      goesOn: true,
      touches: true,
      program,
      check: ({ before, session }) => otherChange(before, stateOf(out), { session, extensions }),
    },
  ];
}

function wrongDocuments(out, extensions, { sessions, messages }) {
  for (const extension of extensions) {
    const found = documents(out, `.${extension}`);
    const wrong =
      unequal(found.length, sessions, `documents in .${extension}`) ??
      (extension === "jsonl" && messages && unequal(messagesIn(found), messages, "messages"));
    if (wrong) return wrong;
  }
  return undefined;
}
