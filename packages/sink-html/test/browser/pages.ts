import type { IndexEntry, IndexFolder, Session } from "@chatexport/core";
import html from "../../src/index.js";

/** The page of a session, from a host that puts no files beside it. */
export async function pageOf(session: Session, detail: "standard" | "full" = "full") {
  const { signal } = new AbortController();
  const context = { report() {}, signal, asset: async () => undefined };
  const pieces: string[] = [];
  for await (const piece of html({ detail }).render(session, context)) pieces.push(String(piece));
  return pieces.join("");
}

/** The page of an archive, and in a folder what lies beside it. */
export async function indexPageOf(
  entries: readonly IndexEntry[],
  folder?: IndexFolder,
): Promise<string> {
  const { signal } = new AbortController();
  const context = { report() {}, signal, ...(folder && { folder }) };
  const pieces: string[] = [];
  for await (const piece of html().index?.(entries, context) ?? []) pieces.push(String(piece));
  return pieces.join("");
}
