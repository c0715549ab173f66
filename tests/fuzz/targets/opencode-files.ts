import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import opencode from "@chatexport/source-opencode";
import { readAll } from "../read-all.js";
import { valueFrom } from "../value-from.js";

const words = [
  ..."id sessionID parentID projectID directory title time created updated archived revert".split(
    " ",
  ),
  ..."messageID partID role user assistant type text tool state status input output metadata".split(
    " ",
  ),
  ..."s1 s2 m0 m1 p0 p1 summary diffs content pending completed priority worktree name".split(" "),
];

const folder = mkdtempSync(join(tmpdir(), "chatexport-fuzz-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** The files of OpenCode before it had a database, made of values that nobody wrote: each one is counted. */
export async function fuzz(bytes: Uint8Array): Promise<void> {
  rmSync(join(folder, "storage"), { recursive: true, force: true });
  const write = (path: string, value: unknown) => {
    mkdirSync(dirname(join(folder, "storage", path)), { recursive: true });
    writeFileSync(join(folder, "storage", `${path}.json`), JSON.stringify(value));
  };
  const values = Array.from({ length: 1 + bytes.length / 40 }, (_, at) =>
    valueFrom(bytes.subarray(at * 40, at * 40 + 40), words),
  );
  write("session/p/s1", { id: "s1", title: values[0], time: { created: 1 }, revert: values[0] });
  write("session/p/s2", values[0]);
  write("project/p", values[0]);
  write("todo/s1", values);
  for (const [at, value] of values.entries()) {
    write(
      `message/s1/m${at}`,
      at % 3 ? { role: ["user", "assistant"][at % 2], time: value } : value,
    );
    write(`message/s2/m${at}`, value);
    write(`part/m${at}/p${at}`, at % 2 ? { type: "tool", tool: "edit", state: value } : value);
  }
  await readAll(opencode({ roots: [folder] }));
}
