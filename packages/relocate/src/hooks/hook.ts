import { isUtf8 } from "node:buffer";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "@chatexport/core";
import { attempt, type System } from "@chatexport/core/read";
import { change } from "../change.js";
import type { Owner } from "../engine/kept-transactions.js";
import { ChangeError } from "../move/change-error.js";
import { claudeSettings } from "./claude-settings.js";
import { codexSettings } from "./codex-settings.js";

/** The tools that run a command when something ends: Claude Code a session, Codex an answer. */
export const hookTools = ["claude", "codex"] as const;

/** A tool that runs a command when a session or an answer ends. */
export type HookTool = (typeof hookTools)[number];

/** A command as words, and as a line for a shell. */
export interface HookCommand {
  words: readonly string[];
  line: string;
}

/** A change of the settings of a tool; nothing is written yet. */
export interface HookPlan {
  tool: HookTool;
  /** The file of the settings, with links resolved; it may not exist. */
  path: string;
  /** Its text, "" when it does not exist, and the text that it gets. */
  before: string;
  after: string;
}

/** Commands of `chatexport hook install`, with quotes around the program or without. */
const own = /chatexport(?:\.js)?["']? hook run /;

/** Whether a tool has a folder with settings. */
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
  const after =
    tool === "claude"
      ? claudeSettings(before, (line) => own.test(line), command?.line)
      : codexSettings(before, (line) => own.test(wordsIn(line)), command?.words);
  if (after !== undefined) return { tool, path, before, after };
  const remedy = command === undefined ? "" : ` Add this command yourself: ${command.line}`;
  const reason =
    tool === "claude"
      ? "has another form than Claude Code gives it"
      : "has a program for notify, and Codex takes only one";
  throw new ChangeError("occupied", `${path} ${reason}.${remedy}`, { paths: [path] });
}

/**
 * Writes the settings of a plan. Resolves to the name of the change, for `undo`. Throws `ChangeError` when they have
 * changed since, and when anything fails.
 */
export async function applyHook(
  { tool, path, before, after }: HookPlan,
  owner: Owner = {},
): Promise<string> {
  const folder = dirname(path);
  const about = { command: "hook", source: tool, session: "" };
  const write = (target: string) => {
    if (textOf(path) !== before)
      throw new ChangeError("changed", `${path} has changed: try again.`, { paths: [path] });
    writeFileSync(target, after, { mode: 0o600, flag: "wx" });
  };
  const rewrite = { path, kind: "text" as const, changes: [], absorbs: [], beside: [], write };
  const plan = {
    source: tool,
    rewrites: [rewrite],
    renames: [],
    emptied: [],
    notes: [],
    pairs: [],
  };
  return change({ about, folder, ...owner }, async () => ({
    plans: [plan],
    async verify() {
      if (textOf(path) === after) return;
      throw new ChangeError("not-verified", `${path} is not what was written.`, { paths: [path] });
    },
  }));
}

function settingsPath(tool: HookTool, { env, home }: System): string {
  const path =
    tool === "claude"
      ? join(env.CLAUDE_CONFIG_DIR || join(home, ".claude"), "settings.json")
      : join(env.CODEX_HOME || join(home, ".codex"), "config.toml");
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

/** The words in quotes of a line, with a space between them. */
function wordsIn(line: string): string {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word]) => word).join(" ");
}
