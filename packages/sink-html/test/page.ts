import type { Session, SinkContext } from "@chatexport/core";
import html, { type HtmlOptions } from "../src/index.js";

/** The page of a session, from a host that puts no files beside it unless told how. */
export async function pageOf(
  session: Session,
  options: HtmlOptions = {},
  host: Partial<SinkContext> = {},
): Promise<string> {
  return (await piecesOf(session, options, host)).join("");
}

/** The pieces in which a page comes. */
export async function piecesOf(
  session: Session,
  options: HtmlOptions = {},
  host: Partial<SinkContext> = {},
): Promise<string[]> {
  const { signal } = new AbortController();
  const context = { report() {}, signal, asset: async () => undefined, ...host };
  const pieces: string[] = [];
  for await (const piece of html(options).render(session, context)) pieces.push(String(piece));
  return pieces;
}

/** The markup between the beginning and the end of the conversation. */
export function conversationOf(page: string): string {
  return page.slice(page.indexOf("<main"), page.indexOf("</main>"));
}
