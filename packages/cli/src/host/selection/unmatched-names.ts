import { statSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { resolve } from "node:path";
import { isArchive } from "@chatexport/archive";
import { type Diagnostic, type ListedSession, safeLine } from "@chatexport/core";
import { isInside } from "@chatexport/core/read";
import type { CommonOptions } from "../../options/option-table.js";
import { otherToolsBelow } from "../files/other-tools.js";
import { kindOfPath, standardInput } from "../files/paths.js";
import { choosePlugins } from "../plugins/choose-plugins.js";
import type { SearchedStore } from "../plugins/searched-stores.js";

/** A sentence about each source or root that the user named and that yields no session. */
export async function unmatchedNames(
  { from = [], root = [] }: Pick<CommonOptions, "from" | "root">,
  stores: () => Promise<readonly SearchedStore[]>,
  listed: readonly ListedSession[],
  reported: readonly Diagnostic[],
): Promise<string[]> {
  const unmatched: string[] = [];
  // A single root needs no second look: it has what was listed.
  const needsStores = root.length > 1 || listed.length === 0;
  const looked = needsStores && root.length > 0 ? await stores() : [];
  for (const path of root) {
    const isFruitful = looked.some(
      (store) => store.sessions !== 0 && store.readable && isInside(store.path, resolve(path)),
    );
    const missing = await missingRoot(path);
    if (missing !== undefined) unmatched.push(missing);
    else if (needsStores && !isFruitful) {
      const isUnread = reported.some(
        ({ code, origin }) => code.startsWith("unreadable-") && origin?.path === resolve(path),
      );
      const why = isUnread ? "it cannot be read." : await whyFruitless(path, from);
      unmatched.push(`--root ${safeLine(path)}: ${why}`);
    }
  }
  // What names no place has no sessions either.
  if (listed.length === 0 && unmatched.length > 0) return unmatched;
  for (const { word, name } of await choosePlugins("source", from)) {
    if (!listed.some(({ source }) => source.name === name)) {
      unmatched.push(`--from ${safeLine(word)}: no sessions found.`);
    }
  }
  return unmatched;
}

/** The sentence about a root where nothing is; undefined where something is. */
export async function missingRoot(path: string): Promise<string | undefined> {
  const isThere = path === standardInput || (await kindOfPath(path)) !== "nothing";
  return isThere ? undefined : `--root ${safeLine(path)}: not found.`;
}

async function whyFruitless(path: string, from: readonly string[]): Promise<string> {
  if (path !== standardInput && !(await isReadable(path))) return "it cannot be read.";
  if (await isArchive(path))
    return from.includes("jsonl")
      ? "this archive has no JSONL; only what --to jsonl wrote can be read back."
      : "this is an archive; add --from jsonl to read its JSONL.";
  const tools = otherToolsBelow(path);
  const readable = tools.flatMap(({ source }) => source ?? []);
  const others = readable.filter((source) => from.length > 0 && !from.includes(source));
  if (others.length > 0)
    return `no sessions in it for --from ${from.map(safeLine).join(", ")}; --from ${others.join(", ")} may read it.`;
  if (tools.length === 0 && (await kindOfPath(path)) === "file")
    return statSync(path).size === 0 ? "it is empty." : "no transcript of a known tool.";
  if (tools.length === 0 || readable.length > 0) return "no sessions in it.";
  const names = tools.map(({ name }) => name).join(" and ");
  return `it seems to be from ${names}, which chatexport does not read.`;
}

async function isReadable(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
