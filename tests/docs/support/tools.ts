import { readFileSync } from "node:fs";
import { clients } from "../../../agents/clients.mjs";
import { builtIns } from "../../../packages/cli/src/built-in.js";

/** A row of docs/support.md. */
export interface Tool {
  /** As its vendor calls it. */
  name: string;
  source: keyof typeof builtIns.source;
  /** The folder of the package with this source, whose fixtures are the proof. */
  folder: string;
  /** The versions that wrote what was seen. */
  seen: string;
}

/** All tools that are read: the package of each source says which, an archive's is of none. */
export const tools: readonly Tool[] = Object.keys(builtIns.source).flatMap((name) => {
  const source = name as Tool["source"];
  const [, folder = ""] = builtIns.source[source].from.split("/");
  const path = new URL(`../../../packages/${folder}/package.json`, import.meta.url);
  const { chatexport } = JSON.parse(readFileSync(path, "utf8"));
  // A further source of a package has its entry's name there.
  const tool = folder === `source-${source}` ? chatexport : chatexport[source];
  return tool ? [{ name: tool.reads, source, folder, seen: tool.seen ?? playedBy(source) }] : [];
});

/** The versions that play scenarios in docs/drift.md. */
function playedBy(name: string): string {
  const { eras = [], pinned = "" } = clients[name] ?? {};
  return `${eras[0]} to ${pinned}`;
}
