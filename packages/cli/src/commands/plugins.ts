import { jsonList } from "../json-text.js";
import { plural } from "../numbers.js";
import type { PluginsOptions } from "../options.js";
import { listPlugins } from "../plugins/list.js";
import { pluginPages } from "../plugins/pages.js";
import { openMessages } from "../terminal/messages.js";
import { writeStdout } from "../terminal/stdout.js";
import { stdoutStyle } from "../terminal/text-style.js";

/** Prints the plugins with their options; resolves to the exit code. */
export async function plugins(options: PluginsOptions): Promise<number> {
  const all = await listPlugins();
  const style = stdoutStyle(options.color);
  await writeStdout(options.json ? jsonList(all) : pluginPages(all, style));
  // Nothing here lasts, so Ctrl-C may end it as it ends other programs.
  const messages = openMessages(options, new AbortController().signal);
  if (!options.json) messages.say(messages.colors.dim("Set them with --option NAME.KEY=VALUE."));
  const broken = all.filter(({ error }) => error !== undefined).map(({ name }) => name);
  if (broken.length === 0) return 0;
  const sentence = `${plural(broken.length, "plugin")} cannot be loaded: ${broken.join(", ")}.`;
  messages.warn("error", sentence);
  return 1;
}
