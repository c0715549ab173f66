import { createHash } from "node:crypto";
import type { IndexFolder } from "@chatexport/core";

/** A folder beside an index, in memory, with what the run before has put there; the pages are made by their links. */
export function memoryFolder(
  pageOf: (href: string) => string | undefined,
  before: ReadonlyMap<string, string> = new Map(),
): { folder: IndexFolder; files: Map<string, string>; read: string[] } {
  const files = new Map<string, string>();
  const read: string[] = [];
  const folder: IndexFolder = {
    link: "index.files",
    revisionOf: ({ href }) =>
      createHash("sha256")
        .update(pageOf(href) ?? "")
        .digest("hex"),
    async *textOf({ href }) {
      read.push(href);
      yield* inPieces(pageOf(href) ?? "");
    },
    earlier: async (name) => before.get(name),
    async put(name, text) {
      files.set(name, text);
    },
  };
  return { folder, files, read };
}

/** A page with one message. */
export function conversationPage(spoken: string, folded = ""): string {
  return `<main id="conversation">\n<div class="message" id="m-1">
<div class="body"><p>${spoken}</p>\n</div>
<details class="fold tool-call"><summary>Run</summary><div class="body"><p>${folded}</p></div></details>
</div>\n</main>`;
}

/** A page in pieces that end anywhere, as in the middle of a tag. */
function* inPieces(page: string): Generator<string> {
  for (let at = 0; at < page.length; at += 7) yield page.slice(at, at + 7);
}
