import { readFileSync } from "node:fs";
import { clients } from "../../../agents/clients.mjs";
import { builtIns } from "../../../packages/cli/src/built-in.js";

/** A row of docs/support.md. */
export interface Tool {
  /** As its vendor calls it. */
  name: string;
  /** The source that reads it: packages/source-NAME, whose fixtures are the proof. */
  source: keyof typeof builtIns.source;
  /** The versions that wrote what was seen. */
  seen: string;
}

/** All tools that are read: the package of each source says which, an archive's is of none. */
export const tools: readonly Tool[] = Object.keys(builtIns.source).flatMap((name) => {
  const source = name as Tool["source"];
  const path = new URL(`../../../packages/source-${source}/package.json`, import.meta.url);
  const { chatexport: tool } = JSON.parse(readFileSync(path, "utf8"));
  return tool ? [{ name: tool.reads, source, seen: tool.seen ?? playedBy(source) }] : [];
});

/** The versions that play scenarios in docs/drift.md. */
function playedBy(name: string): string {
  const { eras = [], pinned = "" } = clients[name] ?? {};
  return `${eras[0]} to ${pinned}`;
}
