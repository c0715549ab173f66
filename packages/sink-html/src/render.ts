import { type Session, type SinkContext, withSubagents } from "@chatexport/core";
import { type DocumentOptions, documentTree, promptsOf, titleOf } from "@chatexport/document";
import { assetMarkup } from "./asset.js";
import { flow } from "./blocks.js";
import { sessionScripts } from "./client-order.js";
import { html, type Markup } from "./escape.js";
import { Forks } from "./forks.js";
import { contentsMarkup, headerMarkup } from "./header.js";
import { shellOf } from "./page.js";
import { toolbarMarkup } from "./toolbar.js";
import type { PageContext } from "./turn.js";

const styles = [
  "base",
  "toolbar",
  "page",
  "conversation",
  "prose",
  "tools",
  "icons",
  "code",
  "print",
];

// Pieces are written together: one by one, the host would spend its time on handing them over.
const pieceCharacters = 65_536;

/** Renders a session in pieces; throws when the host aborts, so that no half is taken for all. */
export async function* render(
  session: Session,
  settings: Required<DocumentOptions>,
  context: SinkContext,
): AsyncGenerator<string> {
  let waiting = "";
  for await (const { markup } of markups(session, settings, context)) {
    waiting += markup;
    if (waiting.length < pieceCharacters) continue;
    context.signal.throwIfAborted();
    yield waiting;
    waiting = "";
  }
  yield waiting;
}

async function* markups(
  session: Session,
  settings: Required<DocumentOptions>,
  context: SinkContext,
): AsyncGenerator<Markup> {
  const shownBranches = settings.branches === "all" ? (session.branches ?? []) : [];
  const page: PageContext = {
    index: context.index,
    contained: new Set([...withSubagents(session)].map(({ id }) => id)),
    forks: new Forks(settings.branches === "all" ? session : { ...session, branches: [] }),
    headings: { count: 0 },
    clock: { shown: undefined },
  };
  const shell = shellOf({
    kind: "session",
    title: titleOf(session),
    styles,
    scripts: sessionScripts,
  });
  yield shell.start;
  yield headerMarkup(session, page);
  yield toolbarMarkup(shownBranches);
  yield html`${contentsMarkup(promptsOf(session))}<main id="conversation">\n`;
  for (const piece of flow(documentTree(session, settings), page))
    yield "markup" in piece ? piece : await assetMarkup(piece.part, context);
  yield html`</main>\n`;
  yield shell.end;
}
