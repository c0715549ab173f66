import type { Session } from "@chatexport/core";
import { groupBy, plural } from "@chatexport/core/read";
import {
  type ChangedFile,
  changedFiles,
  type DocumentOptions,
  largestContext,
  messageAnchors,
  oneLine,
  toolOf,
} from "@chatexport/document";
import { inlineCodeMarkup } from "./code.js";
import { type Content, html, type Markup } from "./escape.js";
import { timeOf } from "./header.js";

/** The column beside the conversation: facts about the session, and the files that it changed. */
export function aboutMarkup(session: Session, settings: Required<DocumentOptions>): Markup {
  return html`<aside class="about" aria-label="About this session">
<details><summary>About this session</summary><div>
${factsMarkup(session, settings)}${filesMarkup(session)}</div></details>
</aside>
`;
}

/** The facts about a session as a list of names and values. */
function factsMarkup(session: Session, settings: Required<DocumentOptions>): Markup {
  const facts = [...factsOf(session, settings)].filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const items = facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`);
  return html`<dl class="facts">\n${items}</dl>\n`;
}

function* factsOf(
  session: Session,
  { timezone }: Required<DocumentOptions>,
): Generator<[string, Content]> {
  const { source, project, cwd, git, model, startedAt, updatedAt } = session;
  yield ["Tool", line(toolOf(source))];
  yield ["Project", line(project?.name)];
  yield ["Folder", code(cwd)];
  yield ["Branch", code(git?.branch)];
  yield ["Model", line(model)];
  const [start, end] = [timeOf(startedAt, timezone), timeOf(updatedAt, timezone)];
  yield ["Started", start];
  if (end?.markup !== start?.markup) yield ["Ended", end];
  const context = largestContext(session);
  if (context !== undefined) yield ["Context", `up to ${plural(context, "token")}`];
}

function code(text: string | undefined): Markup | undefined {
  const words = line(text);
  return words ? inlineCodeMarkup(words) : undefined;
}

function line(text: string | undefined): string | undefined {
  return text === undefined ? undefined : oneLine(text, 200);
}

/**
 * The files that were changed, most lines first, each with a link to its first change; several of a folder are
 * together below its path, which would fill their lines.
 */
function filesMarkup(session: Session): Markup | false {
  const files = changedFiles(session).toSorted((a, b) => linesOf(b) - linesOf(a));
  if (files.length === 0) return false;
  const anchors = messageAnchors(session);
  const items = [...groupBy(files, folderOf)].flatMap(([folder, all]) =>
    all.map((file, index) => {
      const isLone = all.length === 1 || folder === "";
      const name = isLone ? file.path : file.path.slice(folder.length);
      const above = !isLone && index === 0 && html`${line(folder)}<br>`;
      // White space that is kept indents a name without a rule for styles in each page.
      const indent = !isLone && "\u2002";
      const link = fileMarkup(file, name, anchors.get(file.message) ?? "");
      return html`<li>${above}${indent}${link}</li>\n`;
    }),
  );
  return html`<h2>Files changed</h2>\n<ol class="files">\n${items}</ol>\n`;
}

function linesOf({ added, removed }: ChangedFile): number {
  return added + removed;
}

/** The path of a file up to its name; "" where it is but a name. */
function folderOf({ path }: ChangedFile): string {
  return /^.*[\\/]/s.exec(path)?.[0] ?? "";
}

function fileMarkup({ added, removed }: ChangedFile, name: string, anchor: string): Markup {
  const plus = added > 0 && html` <ins>+${added}</ins>`;
  const minus = removed > 0 && html` <del>−${removed}</del>`;
  return html`<a href="#${anchor}">${line(name) ?? ""}</a>${plus}${minus}`;
}
