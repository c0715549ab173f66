import { dayIn, formatCount, plural } from "@chatexport/core/read";
import { kindWord, toolOf } from "@chatexport/document";
import { messagesOf, type Statistics, tokensOf } from "@chatexport/document/statistics";
import { type Content, html, type Markup, trusted } from "../escape.js";
import { readStyles } from "../own-files.js";
import { barMarkup, shellOf } from "../page.js";
import { cacheChart, callsChart, projectsChart } from "./bar-charts.js";
import { calendarChart } from "./calendar-chart.js";
import { type Chart, chartWidth, fitted, phoneWidth, short, textAt } from "./chart.js";
import { tokensChart } from "./tokens-chart.js";

const pictureStyles = ["statistics"];

/**
 * A page that shows statistics: whole in itself, with drawings and tables. `scope` says in words what
 * was counted: "all projects, all tools".
 */
export function statisticsPage(statistics: Statistics, scope = ""): string {
  const { start, end } = shellOf({ kind: "statistics", title: "Statistics" });
  const page = html`${start}${barMarkup(toolbar)}<div class="layout">
<main>
<section class="page-header" aria-label="Statistics">
<h1>Statistics</h1>
<p class="summary">${[spanOf(statistics), ...(scope === "" ? [] : [scope])].join(", ")}</p>
</section>
<dl class="totals">${totalsOf(statistics).map(totalMarkup)}</dl>
${chartsOf(statistics).map(figure)}${tables(statistics)}</main>
</div>
${end}`;
  return page.markup;
}

/** The drawings alone, as a picture in SVG that follows the colours of its reader. */
export function statisticsPicture(statistics: Statistics): string {
  const gap = 44;
  let height = 34;
  const drawings = chartsOf(statistics).map((chart) => {
    const top = height;
    height += chart.height + gap;
    return html`<g transform="translate(0 ${top})">${textAt([0, 0], chart.title, "start", "title")}<g transform="translate(0 14)">${chart.drawing}</g></g>\n`;
  });
  const facts = totalsOf(statistics).map(({ name, value }) => `${value} ${name.toLowerCase()}`);
  // More would not fit into the line.
  const label = [spanOf(statistics), ...facts.slice(0, 4)].join(" · ");
  const box = `-20 -20 ${chartWidth + 40} ${height + 20}`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${chartWidth + 40}" class="chart picture" role="img" aria-label="${label}">
<style>${trusted(readStyles(pictureStyles))}</style>
<rect x="-20" y="-20" width="100%" height="100%" class="ground"/>
${textAt([0, 6], label, "start")}
${drawings}</svg>
`.markup;
}

const toolbar = html`<div class="toolbar" hidden>
<span class="space"></span>
<button type="button" data-action="theme">Theme</button>
</div>
`;

function chartsOf(statistics: Statistics): Chart[] {
  return [
    calendarChart(statistics.days),
    tokensChart(statistics),
    callsChart(statistics),
    cacheChart(statistics),
    projectsChart(statistics),
  ].filter((chart) => chart !== undefined);
}

function figure(chart: Chart): Markup {
  const { title, label, phone } = chart;
  const picture = (name: string, width: number, { height, drawing }: typeof phone & object) =>
    html`<svg class="${name}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${drawing}</svg>`;
  const pictures = phone
    ? html`${picture("chart large", chartWidth, chart)}${picture("chart small", phoneWidth, phone)}`
    : html`<div class="wide" tabindex="0" role="group" aria-label="${title}">${picture("chart", chartWidth, chart)}</div>`;
  return html`<figure>
<figcaption><h2>${title}</h2></figcaption>
${pictures}
</figure>
`;
}

function spanOf({ firstAt, lastAt, timezone }: Statistics): string {
  if (firstAt === undefined || lastAt === undefined) return "No message has a time";
  const [first, last] = [firstAt, lastAt].map((time) => dayIn(timezone, Date.parse(time)));
  return first === last ? `${first} in ${timezone}` : `${first} to ${last} in ${timezone}`;
}

interface Total {
  name: string;
  value: string;
  note?: string;
}

function totalsOf({ total, days, priced }: Statistics): Total[] {
  const { tokens = {}, cost = [] } = total;
  const totals: (Total | undefined)[] = [
    { name: "Sessions", value: formatCount(total.sessions) },
    { name: "Active days", value: formatCount(days.length) },
    { name: "Prompts", value: formatCount(total.prompts) },
    { name: "Tool calls", value: formatCount(total.toolCalls) },
    tokens.input === undefined ? undefined : { name: "Tokens in", value: short(tokens.input) },
    tokens.output === undefined ? undefined : { name: "Tokens out", value: short(tokens.output) },
    ...cost.map(({ amount, currency, sessions }) => ({
      name: "Reported cost",
      value: money(amount, currency),
      note:
        sessions === total.sessions
          ? ""
          : `by ${formatCount(sessions)} of ${plural(total.sessions, "session")}`,
    })),
    priced && {
      name: "Estimated cost",
      value: money(priced.amount, priced.currency),
      note: priced.date === undefined ? "" : `prices of ${priced.date}`,
    },
  ];
  return totals.filter((each) => each !== undefined);
}

function money(amount: number, currency: string): string {
  return `${amount.toFixed(2)}\u00a0${fitted(currency, 8)}`;
}

function totalMarkup({ name, value, note = "" }: Total): Markup {
  const below = note === "" ? "" : html`<dd class="note">${note}</dd>`;
  return html`<div><dt>${name}</dt><dd>${value}</dd>${below}</div>\n`;
}

/** The numbers behind the drawings, and those that no drawing shows. */
function tables({ models, projects, sources, tools }: Statistics): Markup[] {
  return [
    table(
      "Models",
      ["Model", "Sessions", "Answers", "Tokens"],
      models.map((each) => [
        ...[
          each.model ?? "not recorded",
          formatCount(each.sessions),
          formatCount(each.answers),
          amount(each),
        ],
      ]),
    ),
    table(
      "Projects",
      ["Project", "Sessions", "Messages", "Tokens"],
      projects.map((each) => [
        ...[each.project ?? "no project", formatCount(each.sessions)],
        ...[formatCount(messagesOf(each)), amount(each)],
      ]),
    ),
    table(
      "Calls",
      ["Kind", "Calls", "Failed"],
      tools.map(({ kind, calls, failed }) => [
        ...[kindWord(kind), formatCount(calls), formatCount(failed)],
      ]),
    ),
    table(
      "Tools",
      ["Tool", "Sessions", "Messages", "Tokens"],
      sources.map((each) => [
        ...[
          toolOf(each.source),
          formatCount(each.sessions),
          formatCount(messagesOf(each)),
          amount(each),
        ],
      ]),
    ),
  ];
}

function amount(counts: Parameters<typeof tokensOf>[0]): string {
  const tokens = tokensOf(counts);
  return tokens === undefined ? "unknown" : formatCount(tokens);
}

function table(title: string, columns: readonly string[], rows: readonly string[][]): Markup {
  if (rows.length === 0) return html``;
  const cells = ([name = "", ...numbers]: readonly string[]): Content[] => [
    html`<th scope="row"><bdi>${name}</bdi></th>`,
    ...numbers.map((number) => html`<td>${number}</td>`),
  ];
  return html`<details class="numbers">
<summary>${title}</summary>
<div class="wide" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>\n`)}</tbody>
</table></div>
</details>
`;
}
