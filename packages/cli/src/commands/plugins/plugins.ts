import { safeLine } from "@chatexport/core";
import { plural } from "@chatexport/sink-terminal/format";
import width from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";
import { shortPath } from "../../host/files/paths.js";
import {
  type ListedOption,
  type ListedPlugin,
  listOthers,
  listPlugins,
  type PluginKind,
} from "../../host/plugins/list-plugins.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonList } from "../../terminal/json-text.js";
import { openMessages } from "../../terminal/messages.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle, type TextStyle } from "../../terminal/text-style.js";

/** Prints the plugins with their options; resolves to the exit code. */
export async function plugins(options: OptionsOf<"plugins">): Promise<number> {
  const own = await listPlugins();
  const ofKind = (kind: ListedPlugin["kind"]) => own.filter((plugin) => plugin.kind === kind);
  const all = [
    ...ofKind("source"),
    ...(await listOthers("source", options)),
    ...ofKind("sink"),
    ...(await listOthers("sink", options)),
    ...ofKind("transform"),
  ];
  const style = stdoutStyle(options.color);
  await writeStdout(options.json ? jsonList(all) : pluginPages(all, style));
  // Nothing here lasts, so Ctrl-C may end it as it ends other programs.
  const messages = openMessages(options, new AbortController().signal);
  if (!options.json) for (const hint of hintsFor(all)) messages.say(messages.colors.dim(hint));
  const broken = all.filter(({ error }) => error !== undefined);
  if (broken.length === 0) return 0;
  const names = broken.map(({ name, word = name }) => safeLine(word)).join(", ");
  messages.warn("error", `${plural(broken.length, "plugin")} cannot be loaded: ${names}.`);
  return 1;
}

function hintsFor(all: readonly ListedPlugin[]): string[] {
  const hints = ["Set them with --option NAME.KEY=VALUE."];
  const unread = all.find(({ options, error }) => options === undefined && error === undefined);
  if (unread) {
    const { kind, name, word = name } = unread;
    const line = `chatexport plugins ${kind === "source" ? "--from" : "--to"} ${word}`;
    hints.push(`Other plugins run only when named: ${line} also lists its options.`);
  }
  return hints;
}

const headings: Readonly<Record<PluginKind, string>> = {
  source: "Sources (--from):",
  sink: "Sinks (--to):",
  transform: "Between them:",
};

/** Below so many columns of a terminal, a text has more room under its term than beside it. */
const narrow = 64;
const textAt = { wide: 26, narrow: 8 };

/** The plugins for people, by kind, with what `--option` can set for each; fits the terminal. */
function pluginPages(plugins: readonly ListedPlugin[], style: TextStyle): string {
  const kinds = Object.entries(headings) as [PluginKind, string][];
  const sections = kinds.map(([kind, heading]) => {
    const own = plugins.filter((plugin) => plugin.kind === kind);
    const lines = own.flatMap((plugin) => pluginLines(plugin, style));
    return `${style.colors.bold(heading)}\n${lines.map((line) => `${line}\n`).join("")}`;
  });
  return sections.join("\n");
}

function pluginLines(plugin: ListedPlugin, style: TextStyle): string[] {
  const { name, word = name, options = [] } = plugin;
  const { colors } = style;
  return [
    ...entry("  ", colors.cyan(safeLine(word)), aboutPlugin(plugin, colors), style),
    ...options.flatMap((option) => {
      const description = safeLine(option.description).replace(/\.$/, "");
      const isTold = option.values?.every((value) => description.includes(safeLine(value)));
      const values = isTold ? "" : ` ${colors.dim(`(${wordsFor(option)})`)}`;
      return entry("    ", safeLine(`${name}.${option.key}`), description + values, style);
    }),
  ];
}

function aboutPlugin(plugin: ListedPlugin, { dim, red }: TextStyle["colors"]): string {
  const { description, version, path, error } = plugin;
  // The error of an external plugin begins with its name.
  if (error !== undefined)
    return path === undefined
      ? `${red("cannot be loaded:")} ${safeLine(error)}`
      : red(safeLine(error));
  const from = [plugin.package, version].filter((one) => one !== undefined).join(" ");
  const facts = [from, ...(path === undefined ? [] : [shortPath(path)])];
  const lines = [safeLine(description), ...facts.map((fact) => fact && dim(safeLine(fact)))];
  return lines.filter((line) => line !== "").join("\n");
}

function wordsFor({ type, values, multiple }: ListedOption): string {
  const anyWord = type === "unified" ? "module" : "text";
  const words = type === "boolean" ? "true|false" : (values?.map(safeLine).join("|") ?? anyWord);
  return multiple ? `${words}, repeatable` : words;
}

/** A term with its text beside it, or below where there is no room. */
function entry(indent: string, term: string, text: string, { columns }: TextStyle): string[] {
  const start = columns !== undefined && columns < narrow ? textAt.narrow : textAt.wide;
  const fold = (long: string, margin: number) =>
    (columns === undefined ? long : wrapAnsi(long, columns - margin, { hard: true }))
      .split("\n")
      .map((line) => " ".repeat(margin) + line);
  const head = fold(term, indent.length);
  const body = fold(text, start);
  const [onlyLine = ""] = head;
  const gap = start - width(onlyLine);
  if (head.length > 1 || gap < 2) return [...head, ...body];
  return [onlyLine + " ".repeat(gap) + (body[0] ?? "").slice(start), ...body.slice(1)];
}
