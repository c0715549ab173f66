import { objectOf, textOf } from "@chatexport/core/read";
import { indexEntries } from "@chatexport/source-claude/paths";
import { getNodeValue } from "jsonc-parser";
import { appended, jsonTree, nodeAt, spliced, textOfNode } from "../json/splice.js";

/**
 * The index of a project's sessions with the entries that another one has beyond it; undefined when
 * one of them is none.
 */
export function mergedIndex(index: Buffer, other: Buffer): Buffer | undefined {
  const [text, otherText] = [index.toString("latin1"), other.toString("latin1")];
  const entries = entriesIn(text);
  const more = entriesIn(otherText);
  if (!entries || !more) return undefined;
  const known = new Set(entries.children?.map((entry) => idOf(getNodeValue(entry))));
  const missing = (more.children ?? []).filter((entry) => {
    const id = idOf(getNodeValue(entry));
    return id === undefined || !known.has(id);
  });
  if (missing.length === 0) return index;
  const piece = appended(
    entries,
    missing.map((entry) => textOfNode(otherText, entry)),
  );
  return Buffer.from(spliced(text, [piece]), "latin1");
}

function entriesIn(text: string): ReturnType<typeof nodeAt> {
  const tree = jsonTree(text);
  const entries = tree && nodeAt(tree, [indexEntries]);
  return entries?.type === "array" ? entries : undefined;
}

function idOf(entry: unknown): string | undefined {
  return textOf(objectOf(entry)?.sessionId);
}
