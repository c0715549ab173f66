import { resolve } from "node:path";
import { thisSystem } from "@chatexport/core/read";
import { toolOf } from "@chatexport/document";
import {
  applyHooks,
  type HookCommand,
  type HookPlan,
  type HookTool,
  hookTools,
  isInstalled,
  planHook,
} from "@chatexport/relocate";
import { changeStores } from "../../host/changes/change-stores.js";
import { packageFile } from "../../host/files/package-file.js";
import { kindOfPath, shortPath } from "../../host/files/paths.js";
import type { OptionsOf } from "../../options/option-table.js";
import { withHome } from "../../options/with-home.js";
import { CliError, unknownWord, usageError } from "../../terminal/cli-error.js";
import { interruption } from "../../terminal/interruption.js";
import { openMessages } from "../../terminal/messages.js";
import { shellLine } from "../../terminal/shell-words.js";
import { startExport } from "./start-export.js";

type Options = OptionsOf<"hook">;

/** Lets tools export their sessions as they end, or no longer; resolves to the exit code. */
export async function hook(options: Options, action: string, ...named: string[]): Promise<number> {
  // What a tool says behind it is of no use: the export finds what is new.
  if (action === "run") return startExport(toolNamed(named[0] ?? ""), options);
  if (action !== "install" && action !== "remove")
    throw unknownWord("action of hook", action, ["install", "remove"]);
  if (action === "install" && options.out === undefined)
    throw usageError("hook install needs --out FOLDER: where the sessions are to be written.");
  if ((await kindOfPath(withHome(options.out ?? ""))) === "file")
    throw usageError(`--out ${options.out}: this is a file; name a folder.`);
  const tools = toolsNamed(named);
  const signal = interruption();
  const messages = openMessages(options, signal);
  return changeStores(options, { messages, signal }, async () => {
    const plans = tools.map((tool) =>
      planHook(tool, action === "install" ? commandFor(tool, options) : undefined, thisSystem()),
    );
    const changed = plans.filter(({ before, after }) => before !== after);
    if (changed.length > 0 && !options.dryRun) await applyHooks(changed);
    for (const plan of plans) messages.say(outcomeOf(plan, action, options));
    if (changed.length > 0 && !options.dryRun) messages.say("chatexport undo takes it back.");
    return 0;
  });
}

/** Says what became of a plan. */
function outcomeOf(plan: HookPlan, action: "install" | "remove", { dryRun }: Options): string {
  const { tool, event, path, before, after } = plan;
  const name = toolOf(tool);
  const place = shortPath(path);
  if (before === after)
    return action === "install"
      ? `${name}: the hook is in ${place} already.`
      : `${name}: there is no hook of chatexport in ${place}.`;
  if (dryRun) return `${name}: dry run: this would ${action} the hook in ${place}`;
  return action === "install"
    ? `${name}: exports ${event}, by a hook in ${place}.`
    : `${name}: removed the hook from ${place}.`;
}

function toolsNamed(named: readonly string[]): HookTool[] {
  if (named.length > 0) return named.map(toolNamed);
  const system = thisSystem();
  const found = hookTools.filter((tool) => isInstalled(tool, system));
  if (found.length > 0) return found;
  throw new CliError(
    1,
    `Neither ${hookTools.map(toolOf).join(" nor ")} has a folder here: name one, as in chatexport hook install claude.`,
  );
}

function toolNamed(word: string): HookTool {
  const tool = hookTools.find((name) => name === word);
  if (tool === undefined) throw unknownWord("tool with hooks", word, hookTools);
  return tool;
}

/** The command that a tool runs. Throws a usage error for a path that a shell could misunderstand. */
function commandFor(tool: HookTool, { to = [], out = "" }: Options): HookCommand {
  const sinks = to.flatMap((name) => ["--to", name]);
  const words = [...program(), "hook", "run", tool, ...sinks, "--out", resolve(withHome(out))];
  const line = shellLine(words);
  if (line === undefined)
    throw usageError(`A shell cannot be given the path ${out}: name another.`);
  return { words, line };
}

/** This program, as a tool can start it later. */
function program(): string[] {
  const script = packageFile("bin/chatexport.js");
  // There it stays only until a newer version takes its place.
  const isTemporary = /[\\/]_npx[\\/]/.test(script);
  return isTemporary ? ["npx", "-y", "chatexport"] : [process.execPath, script];
}
