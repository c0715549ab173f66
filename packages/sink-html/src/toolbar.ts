import type { Branch } from "@chatexport/core";
import { count } from "@chatexport/document";
import { html, type Markup } from "./escape.js";
import { branchId } from "./forks.js";

/** The toolbar of a conversation, hidden until scripts run: nothing in it works without them. */
export function toolbarMarkup(branches: readonly Branch[]): Markup {
  return html`<div class="toolbar" role="search" hidden>
<input type="search" id="search" placeholder="Search" aria-label="Search this session" autocomplete="off" spellcheck="false">
<output class="search-count" for="search"></output>
<button type="button" data-action="previous-match" aria-label="Previous match">↑</button>
<button type="button" data-action="next-match" aria-label="Next match">↓</button>
${branches.length > 0 && lineSelect(branches)}<span class="space"></span>
${shownMarkup()}<button type="button" data-action="fold-all">Open all</button>
<button type="button" data-action="theme">Theme</button>
<button type="button" data-action="help" aria-label="Help">?</button>
${helpMarkup()}</div>
`;
}

const amounts = ["all", "edits", "talk"];

/** The choice of how much of the conversation is shown. */
function shownMarkup(): Markup {
  const choices = amounts.map((amount, index) => {
    const isFirst = index === 0;
    return html`<label><input type="radio" name="shown" value="${amount}"${isFirst && html` checked`}>${amount}</label>\n`;
  });
  return html`<span id="show">Show:</span>
<div class="choices" role="radiogroup" aria-labelledby="show">
${choices}</div>
`;
}

function lineSelect(branches: readonly Branch[]): Markup {
  const options = branches.map(({ messages }, index) => {
    const name = `Branch ${index + 1} (${count(messages.length, "message")})`;
    return html`<option value="${branchId(index)}">${name}</option>\n`;
  });
  return html`<select id="line" aria-label="Line of the conversation">
<option value="">Main conversation</option>
${options}</select>
`;
}

const keys: readonly [keys: readonly string[], what: string][] = [
  [["/"], "Search"],
  [["Enter", "Shift+Enter"], "Next match, previous match"],
  [["Esc"], "Clear the search"],
  [["n", "j"], "Next prompt"],
  [["p", "k"], "Previous prompt"],
  [["f"], "Open or close all folds"],
  [["t"], "Light, dark, or as the system"],
  [["?"], "This list"],
];

/** The keys that do something on the page. */
function helpMarkup(): Markup {
  const items = keys.map(([names, what]) => {
    const caps = names.map((name, index) => html`${index > 0 && " "}<kbd>${name}</kbd>`);
    return html`<div><dt>${caps}</dt><dd>${what}</dd></div>\n`;
  });
  return html`<dialog id="help" aria-labelledby="help-title"><h2 id="help-title">Keys</h2>
<dl>
${items}</dl>
<button type="button" data-action="close-help">Close</button></dialog>
`;
}
