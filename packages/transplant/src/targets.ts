import { claude } from "./claude.js";
import { codex } from "./codex.js";
import type { Target } from "./target.js";

/** The tools that can go on with a session, by the names of their sources. */
export const targets = { claude, codex } satisfies Record<string, Target>;

/** A tool that can go on with a session, by the name of its source. */
export type TargetName = keyof typeof targets;

/** The names of all of them. */
export const targetNames = Object.keys(targets) as TargetName[];
