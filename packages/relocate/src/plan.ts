import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "@chatexport/core";
import { planClaude } from "./claude/plan-claude.js";
import { planCodex } from "./codex/plan-codex.js";
import { planCopilot } from "./copilot/plan-copilot.js";
import { planCursor } from "./cursor/plan-cursor.js";
import { planGemini } from "./gemini/plan-gemini.js";
import { refuseHeldStores } from "./held-stores.js";
import { type FolderMove, type Move, type MoveOptions, moveOf } from "./move/move.js";
import type { Note, Rewrite, StorePlan } from "./move/store-plan.js";
import { planOpenCode } from "./opencode/plan-opencode.js";
import { isPlaced, placedTools } from "./placed/placed-tools.js";
import { planPlaced } from "./placed/plan-placed.js";
import { type Blocker, blockersOf } from "./running/blockers.js";
import { countIn, countSessions } from "./verification/verify.js";

const planners = {
  claude: planClaude,
  cursor: planCursor,
  codex: planCodex,
  copilot: planCopilot,
  opencode: planOpenCode,
  gemini: planGemini,
};

/** The tools whose stores can be changed, by the names of their sources. */
export const tools = [...keysOf(planners), ...keysOf(placedTools)];

/** The name of such a tool. */
export type Tool = (typeof tools)[number];

function keysOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[];
}

/** The options of a plan for a move. */
export interface PlanOptions extends MoveOptions {
  /** Only the stores of these tools; all when it is absent. */
  only?: readonly Tool[];
  /** Sources of tools whose stores do not change: the plan says how many of their sessions stay. */
  others?: readonly Source[];
}

/** The changes that a move would make; nothing is changed by planning. */
export interface Plan {
  move: Move;
  folder: FolderMove;
  /** The number of sessions that took place in the project, as their sources list them, by source. */
  sessions: Readonly<Record<string, number>>;
  stores: StorePlan[];
  /** Notes on no store: git's own links between worktrees, for example. */
  notes: Note[];
  /** Programs that run and use what would change: the plan cannot be carried out before they end. */
  blockers: Blocker[];
  options: PlanOptions;
}

/**
 * Plans what has to change so that the tools find the sessions of a project under its new path. Throws
 * `ChangeError` when this cannot be what the user means.
 */
export async function plan(
  from: string,
  to: string,
  { others = [], ...options }: PlanOptions = {},
): Promise<Plan> {
  const move = moveOf(from, to, options);
  const stores = planStores(move, options);
  refuseHeldStores(move, stores);
  return {
    move,
    folder: move.folder,
    sessions: await countSessions(move, options.only ?? tools),
    stores,
    notes: [...notesOf(move), ...stayNotes(await countIn(others, move))],
    blockers: blockersOf(move, stores),
    options,
  };
}

/** The part of a plan that concerns the stores, for a move that may have begun. */
export function planStores(move: Move, { only = tools }: PlanOptions): StorePlan[] {
  return tools
    .filter((tool) => only.includes(tool))
    .map((tool) => (isPlaced(tool) ? planPlaced(tool, move) : planners[tool](move)));
}

/** The notes for the user that concern no store. */
function notesOf({ from, folder }: Move): Note[] {
  const notes: Note[] = [];
  if (folder === "stays" && existsSync(from))
    notes.push({
      code: "old-folder-there",
      message:
        "The old folder is still there: its sessions will be found under the new path alone.",
      path: from,
    });
  if (folder === "copy")
    notes.push({
      code: "names-later",
      message:
        "On another volume Cursor gives folders other names, which are known when the copy is made: those that are shown are only like them.",
    });
  const links = join(from, ".git", "worktrees");
  if (folder !== "stays" && existsSync(links))
    notes.push({
      code: "git-worktrees",
      message:
        "Git links worktrees by absolute paths: run `git worktree repair` in the new folder.",
      path: links,
    });
  return notes;
}

/** Says of which tools sessions are not moved. */
function stayNotes(counts: Readonly<Record<string, number>>): Note[] {
  return Object.entries(counts).flatMap(([source, count]) => {
    if (count === 0) return [];
    const sessions = count === 1 ? "1 session" : `${count} sessions`;
    const stay = count === 1 ? "stays" : "stay";
    const message = `${sessions} of ${source} ${stay} under the old path: move changes nothing in the store of ${source}.`;
    return [{ code: "sessions-stay", message }];
  });
}

/** A plan without the parts that do the work, to be printed or stored. */
export interface PlanData extends Pick<Plan, "folder" | "notes" | "blockers"> {
  from: string;
  to: string;
  stores: StorePlanData[];
}

/** The changes in the stores of one tool. */
export interface StorePlanData extends Pick<StorePlan, "source" | "renames" | "notes"> {
  sessions: number;
  rewrites: Omit<Rewrite, "write">[];
}

/** A plan as plain data. */
export function planData({ move, folder, sessions, stores, notes, blockers }: Plan): PlanData {
  return {
    from: move.from,
    to: move.to,
    folder,
    stores: stores.map(({ source, rewrites, renames, notes }) => ({
      source,
      sessions: sessions[source] ?? 0,
      rewrites: rewrites.map(({ write, ...data }) => data),
      renames,
      notes,
    })),
    notes,
    blockers,
  };
}
