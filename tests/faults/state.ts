import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The files at and below a folder, by path: kind, mode, times and content, as far as it can be read. */
export function stateOf(folder: string): Map<string, string> {
  const state = new Map<string, string>();
  // Names need not be texts.
  note(Buffer.from(folder), state);
  return state;
}

/** The first change since then, in a few words; undefined when there is none. */
export function changeSince(
  before: ReadonlyMap<string, string>,
  folder: string,
): string | undefined {
  const after = stateOf(folder);
  for (const [path, state] of after) {
    const known = before.get(path);
    if (known === undefined) return `${path} is new`;
    if (known !== state) return `${path} was ${known} and is ${state}`;
  }
  for (const path of before.keys()) if (!after.has(path)) return `${path} is gone`;
  return undefined;
}

function note(path: Buffer, state: Map<string, string>): void {
  const info = lstatSync(path);
  const inner = info.isDirectory() ? attempt(() => readdirSync(path, { encoding: "buffer" })) : [];
  const content = info.isFile()
    ? attempt(() => createHash("sha256").update(readFileSync(path)).digest("hex"))
    : info.isSymbolicLink()
      ? readlinkSync(path)
      : "";
  state.set(
    path.toString("latin1"),
    `${info.mode.toString(8)} ${info.mtimeMs} ${info.ctimeMs} ${content ?? "unreadable"}`,
  );
  for (const name of inner ?? []) note(Buffer.concat([path, Buffer.from("/"), name]), state);
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
