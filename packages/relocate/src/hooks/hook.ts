import { isUtf8 } from "node:buffer";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "@chatexport/core";
import { attempt, type System, thisSystem } from "@chatexport/core/read";
import { change } from "../change.js";
import type { Owner } from "../engine/kept-transactions.js";
import { ChangeError } from "../move/change-error.js";
import type { StorePlan } from "../move/store-plan.js";
import { claudeSettings } from "./claude-settings.js";
import { codexSettings } from "./codex-settings.js";
import type { HookCommand, HookSettings } from "./hook-settings.js";

/** A tool that runs a command when something ends, by the name of its source. */
export type HookTool = "claude" | "codex";

const settings: Readonly<Record<HookTool, HookSettings>> = {
  claude: claudeSettings,
  codex: codexSettings,
};

/** The tools that run a command when something ends. */
export const hookTools = Object.keys(settings) as HookTool[];

/** A change of the settings of a tool; nothing is written yet. */
export interface HookPlan {
  tool: HookTool;
  /** The moment at which it runs the command: "when a session ends". */
  event: string;
  /** The file of the settings, with links resolved; it may not exist. */
  path: string;
  /** Its text, "" when it does not exist, and the text that it gets. */
  before: string;
  after: string;
}

/** Commands of `chatexport hook install`, with quotes around the program or without. */
const own = /chatexport(?:\.js)?["']? hook run /;

/** True when a tool has a folder with settings. */
export function isInstalled(tool: HookTool, system: System): boolean {
  return existsSync(dirname(settingsPath(tool, system)));
}

/**
 * Plans that a tool runs a command of `chatexport hook run` in place of an earlier one; without a command, that it
 * runs none. Throws `ChangeError` for settings that cannot be read, or leave no room for it.
 */
export function planHook(
  tool: HookTool,
  command: HookCommand | undefined,
  system: System,
): HookPlan {
  const path = settingsPath(tool, system);
  const before = textOf(path);
  const { event, problem, edited } = settings[tool];
  const after = edited(before, (line) => own.test(line), command);
  if (after !== undefined) return { tool, event, path, before, after };
  const remedy = command === undefined ? "" : ` Add this command yourself: ${command.line}`;
  throw new ChangeError("occupied", `${path} ${problem}.${remedy}`, { paths: [path] });
}

/**
 * Writes the settings of plans, all or none. Resolves to the name of the change, for `undo`. Throws `ChangeError`
 * when one of them has changed since, and when anything fails.
 */
export async function applyHooks(plans: readonly HookPlan[], owner: Owner = {}): Promise<string> {
  const [plan, ...others] = plans;
  const only = others.length === 0 ? plan : undefined;
  const about = { command: "hook", source: only?.tool ?? "", session: "" };
  const folder = only ? dirname(only.path) : (owner.system ?? thisSystem()).home;
  return change({ about, folder, ...owner }, async () => ({
    plans: plans.map(storePlan),
    async verify() {
      for (const { path, after } of plans)
        if (textOf(path) !== after)
          throw new ChangeError("not-verified", `${path} is not what was written.`, {
            paths: [path],
          });
    },
  }));
}

function storePlan({ tool, path, before, after }: HookPlan): StorePlan {
  const write = (target: string) => {
    if (textOf(path) !== before)
      throw new ChangeError("changed", `${path} has changed: try again.`, { paths: [path] });
    writeFileSync(target, after, { mode: 0o600, flag: "wx" });
  };
  const rewrite = { path, kind: "text" as const, changes: [], absorbs: [], beside: [], write };
  return { source: tool, rewrites: [rewrite], renames: [], emptied: [], notes: [], pairs: [] };
}

function settingsPath(tool: HookTool, system: System): string {
  const path = settings[tool].pathOf(system);
  // People keep their settings elsewhere, and link to them.
  return attempt(() => realpathSync(path)) ?? path;
}

function textOf(path: string): string {
  try {
    const content = readFileSync(path);
    if (isUtf8(content)) return content.toString();
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return "";
    throw unreadable(path, cause);
  }
  throw unreadable(path);
}

function unreadable(path: string, cause?: unknown): ChangeError {
  return new ChangeError("unreadable", `${path} cannot be read.`, { paths: [path], cause });
}
