import { oneLine, toolOf } from "@chatexport/document";
import { html, type Markup } from "../escape.js";
import type { Totals } from "./index-header.js";
import { projectValue } from "./index-words.js";

/**
 * The filter of the list, hidden until scripts run, which may find what was said. A field with a single
 * choice is left out. On a phone, all fields but the words are in a fold.
 */
export function toolbarOf({ projects, sources }: Totals, findsWords: boolean): Markup {
  const [verb, label] = findsWords
    ? ["Search", "Search all that was said"]
    : ["Filter", "Filter by words"];
  const projectChoices = [...projects].map(([project, number]) =>
    choice(projectValue(project), project ?? "No project", number),
  );
  const sourceChoices = [...sources].map(([source, number]) =>
    choice(source, oneLine(toolOf(source)), number),
  );
  return html`<div class="toolbar" role="search" aria-label="Sessions" hidden>
<input type="search" id="filter" aria-label="${label}" placeholder="${verb}" autocomplete="off" spellcheck="false">
<button type="button" data-action="fields" aria-controls="fields" aria-expanded="false">Filter</button>
<div id="fields">${selectOf("project", "Project", "All projects", projectChoices)}${selectOf("source", "Tool", "All tools", sourceChoices)}<label>From <input type="date" id="since"></label>
<label>to <input type="date" id="until"></label>
${projects.size > 1 && groupSelect}</div>
<output class="filter-count"></output>
<span class="space"></span>
<button type="button" data-action="theme">Theme</button>
<button type="button" data-action="help" aria-label="Help">?</button>
</div>
`;
}

const groupSelect = html`<select id="group" aria-label="Groups">
<option value="">By month</option>
<option value="project">By project</option>
</select>
`;

function selectOf(
  id: string,
  label: string,
  all: string,
  choices: readonly Markup[],
): Markup | false {
  if (choices.length < 2) return false;
  return html`<select id="${id}" aria-label="${label}"><option value="">${all}</option>${choices}</select>\n`;
}

function choice(value: string, name: string, number: number): Markup {
  return html`\n<option value="${value}">${name} (${number})</option>`;
}

/** The dialog that explains the fields and keys of this page. */
export const help = html`<dialog id="help" aria-labelledby="help-title"><h2 id="help-title">Keys</h2>
<dl>
<div><dt><kbd>/</kbd></dt><dd>Filter by words; a session is shown that has all of them</dd></div>
<div><dt><kbd>t</kbd></dt><dd>Light, dark, or as the system</dd></div>
<div><dt><kbd>?</kbd></dt><dd>This list</dd></div>
</dl>
<button type="button" data-action="close-help">Close</button></dialog>
`;
