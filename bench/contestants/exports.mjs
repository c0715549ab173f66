import { readFileSync } from "node:fs";
import { join } from "node:path";
import { anyChange, documents, messagesIn, otherChange, stateOf, unequal } from "../checks.mjs";
import { chatexport } from "./program.mjs";

const extensionOf = { jsonl: "jsonl", markdown: "md", html: "html" };

/** Exports to each format, the same again, the same after a change, and in one thread, masked and not. */
export function exportsOf(work) {
  return [
    ...exportAndAgain(work, "JSONL", ["jsonl"]),
    ...exportAndAgain(work, "Markdown", ["markdown"]),
    ...exportAndAgain(work, "HTML", ["html"]),
    ...exportAndAgain(work, "both", ["jsonl", "markdown"]),
    ...toTables(work),
    ...inOneThread(work, "JSONL", "jsonl", () => work.lines.missing()),
    ...inOneThread(work, "Markdown", "markdown"),
    ...inOneThread(work, "HTML", "html"),
  ];
}

/** An export, the same again, and the same after a session has changed. */
function exportAndAgain(work, what, formats) {
  const { out } = work;
  const extensions = formats.map((format) => extensionOf[format]);
  const program = exporting(work, formats);
  const first = firstExport(what, work, formats);
  return [
    first,
    {
      name: `${what}, unchanged`,
      floor: first.name,
      goesOn: true,
      program,
      check: ({ before }) => anyChange(before, stateOf(out)),
    },
    {
      name: `${what}, one changed`,
      floor: first.name,
      goesOn: true,
      touches: true,
      program,
      check: ({ before, session }) => otherChange(before, stateOf(out), { session, extensions }),
    },
  ];
}

/** Tables, and the same again; a session that has changed writes its whole month. */
function toTables(work) {
  const { out } = work;
  const program = exporting(work, ["parquet"]);
  const first = {
    name: "export to tables",
    floor: "floor: normalizing",
    program,
    check: ({ facts }) => wrongTables(out, facts),
  };
  return [
    first,
    {
      name: "tables, unchanged",
      floor: first.name,
      goesOn: true,
      program,
      check: ({ before }) => anyChange(before, stateOf(out)),
    },
  ];
}

/** Sub-agents have rows beside their sessions. */
function wrongTables(out, { sessions }) {
  const { files } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
  const own = files.filter(({ name }) => name.startsWith("sessions/"));
  const rows = own.reduce((sum, { rows }) => sum + rows, 0);
  return rows < sessions ? `${sessions} sessions expected, ${rows} rows found` : undefined;
}

function inOneThread(work, what, format, checkMore = () => undefined) {
  const words = ["--jobs", "1"];
  const unmasked = firstExport(`${what}, not masked`, work, [format], ...words, "--no-redact");
  return [
    firstExport(`${what}, one thread`, work, [format], ...words),
    { ...unmasked, check: (run) => unmasked.check(run) ?? checkMore() },
  ];
}

function firstExport(what, work, formats, ...words) {
  const extensions = formats.map((format) => extensionOf[format]);
  return {
    name: `export to ${what}`,
    floor: "floor: normalizing",
    program: exporting(work, formats, ...words),
    check: ({ facts }) => wrongDocuments(work.out, extensions, facts),
  };
}

function exporting(work, formats, ...words) {
  const sinks = formats.flatMap((format) => ["--to", format]);
  return chatexport("export", work, ...sinks, ...words, "--out", work.out, "--quiet");
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
