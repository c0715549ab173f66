import { safeLine } from "@chatexport/core";
import { jsonList } from "../json-text.js";
import { plural } from "../numbers.js";
import type { PluginsOptions } from "../options.js";
import { type ListedPlugin, listOthers, listPlugins } from "../plugins/list.js";
import { pluginPages } from "../plugins/pages.js";
import { openMessages } from "../terminal/messages.js";
import { writeStdout } from "../terminal/stdout.js";
import { stdoutStyle } from "../terminal/text-style.js";

/** Prints the plugins with their options; resolves to the exit code. */
export async function plugins(options: PluginsOptions): Promise<number> {
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
  const unread = all.find(({ options, error }) => options === undefined && error === undefined);
  const hints = ["Set them with --option NAME.KEY=VALUE."];
  if (!unread) return hints;
  const { kind, name, word = name } = unread;
  const flag = kind === "source" ? "--from" : "--to";
  const line = `chatexport plugins ${flag} ${word}`;
  return [
    ...hints,
    `What does not come with chatexport is run only when named: ${line} adds its options.`,
  ];
}
