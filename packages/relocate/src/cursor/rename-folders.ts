import { statOf } from "@chatexport/source-cursor/paths";
import type { Rename } from "../store-plan.js";
import { type MergeOptions, mergeFolder } from "./merge/merge-folder.js";
import type { PlanParts } from "./plan-parts.js";

/** Plans that folders get their new names; what has such a name already takes in what is in them. */
export function renameFolders(
  named: readonly Rename[],
  plan: PlanParts,
  options: MergeOptions,
): void {
  for (const { from, to } of inOrder(named.filter(({ from, to }) => !isSame(from, to)))) {
    if (plan.isTaken(to)) mergeFolder(from, to, plan, options);
    else plan.renames.push({ from, to });
  }
}

/** A folder whose new name is the old one of another comes after that one. */
function inOrder(named: readonly Rename[]): Rename[] {
  const left = new Set(named);
  const ordered: Rename[] = [];
  while (left.size > 0) {
    const isFree = ({ to }: Rename) => [...left].every(({ from }) => from !== to);
    const next = [...left].find(isFree) ?? [...left][0];
    if (!next) break;
    left.delete(next);
    ordered.push(next);
  }
  return ordered;
}

/** Where case does not count, a folder has two names that differ in nothing else. */
function isSame(from: string, to: string): boolean {
  if (from === to) return true;
  const [a, b] = [from, to].map(statOf);
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}
