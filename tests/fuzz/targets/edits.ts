import { editsOfPatch, unifiedHunks } from "@chatexport/core/read";
import { lineDiffHunks } from "../../../packages/source-cursor/src/parse/tools/diff-hunks.js";
import { valueFrom } from "../value-from.js";

const words = [
  ..."diff chunks value added removed count diffString oldStart newStart".split(" "),
  "*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n",
  "@@ -1,2 +1,2 @@\n a\n-b\n+c\n",
];

/** Changes as models and editors write them: what is no change gives none. */
export function fuzz(bytes: Uint8Array): void {
  const value = valueFrom(bytes, words);
  const text = `${typeof value === "string" ? value : ""}${Buffer.from(bytes)}`;
  editsOfPatch(text);
  for (const diff of [text, value]) {
    unifiedHunks(diff);
    lineDiffHunks(diff);
  }
}
