import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wrongHeaderField } from "@chatexport/core/fields";
import jsonl from "@chatexport/source-jsonl";
import { readAll } from "../read-all.js";
import { valueFrom } from "../value-from.js";

const words = [
  ..."type session message end depth schemaVersion branch messages id role parts text user".split(
    " ",
  ),
  ..."assistant tool-call kind execute result content status completed subagents branches".split(
    " ",
  ),
  ..."records read kept skipped origin path source format parentId native file data usage".split(
    " ",
  ),
];

const folder = mkdtempSync(join(tmpdir(), "chatexport-fuzz-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "all.jsonl");

/** Lines of an archive made of values that nobody wrote: what is read is what the model says. */
export async function fuzz(bytes: Uint8Array): Promise<void> {
  const lines: unknown[] = [];
  for (let at = 0; at < bytes.length; at += 40) {
    const value = valueFrom(bytes.subarray(at, at + 40), words);
    const named = { id: `s${at}`, source: "fuzz", format: "fuzz/1", origin: {} };
    const records = { read: 0, kept: 0 };
    const fields = { [words[at % words.length] ?? ""]: value };
    const session = { schemaVersion: 1, ...named, records, ...fields };
    const depth = at % 3 === 0 ? undefined : at % 3;
    const message = { id: `m${at}`, role: "user", parts: [{ type: "text", text: "x" }] };
    lines.push(
      value,
      { type: "session", schemaVersion: 1, depth, session },
      { type: "message", message },
      { type: "message", message: { ...message, ...fields } },
      { type: "message", branch: value, message: { ...message, parts: [value] } },
      at % 2 === 0 ? { type: "end", messages: value } : { type: "end", messages: at % 5 },
    );
  }
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  writeFileSync(path, `${text}\n${Buffer.from(bytes).toString()}`);
  // What a later version of the model adds to lines stays.
  await readAll(jsonl({ roots: [path] }), { wrong: wrongHeaderField });
}
