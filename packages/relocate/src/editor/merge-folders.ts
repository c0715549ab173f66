import {
  copyFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { basename, join, sep } from "node:path";
import { attempt, realPath } from "@chatexport/core/read";
import { statOf } from "@chatexport/source-cursor/paths";
import { freeName, type Note, type Rename, type Rewrite } from "../move/store-plan.js";
import { keptBoth as keptBothNote } from "./notes.js";
import type { FilePlan } from "./plan-files.js";

/** A plan while it is made. */
export class PlanParts {
  readonly #rewrites = new Map<string, Rewrite>();
  readonly renames: Rename[] = [];
  readonly emptied: string[] = [];
  readonly notes: Note[] = [];

  get rewrites(): Rewrite[] {
    return [...this.#rewrites.values()];
  }

  add({ rewrite, notes = [] }: FilePlan): void {
    if (rewrite) this.#rewrites.set(rewrite.path, rewrite);
    this.notes.push(...notes);
  }

  /** One file goes, because another one holds all that is in it; `write` if it has to get that first. */
  absorb(kept: string, gone: string, write?: Rewrite["write"]): void {
    this.#rewrites.delete(realPath(gone));
    const path = realPath(kept);
    const known = this.#rewrites.get(path);
    if (known && !write) known.absorbs.push(gone);
    else
      this.#rewrites.set(path, {
        path,
        kind: "text",
        changes: [],
        absorbs: [...(known?.absorbs ?? []), gone],
        beside: [],
        write: write ?? ((target) => copyFileSync(path, target)),
      });
  }

  /** True when a file is gone after the rewrites, because another one holds what is in it. */
  isGone(path: string): boolean {
    const real = realPath(path);
    return this.rewrites.some(({ absorbs, beside }) =>
      [...absorbs, ...beside].some((file) => file === path || file === real),
    );
  }

  /** The place before the renames of what will have a name. */
  locate(path: string): string {
    return this.renames.reduceRight(
      (at, { from, to }) =>
        at === to || at.startsWith(to + sep) ? from + at.slice(to.length) : at,
      path,
    );
  }

  /** True when something has a name after the renames. */
  isTaken(path: string): boolean {
    const at = this.locate(path);
    return existsSync(at) && (at !== path || this.renames.every(({ from }) => from !== path));
  }
}

/** The way in which the content of one folder comes into another one that is there already. */
interface MergeOptions {
  /** Files of which the one that is there already counts, whatever is in the other. */
  settled?: ReadonlySet<string>;
  /** Folders in it are taken as wholes: one that is there already stays beside the other. */
  isShallow?: boolean;
}

/**
 * Plans that all that is in a folder goes into another one. Of two files of one name that are the same one
 * stays; if one begins with the other, that one; else the one that comes gets another name. The folder
 * is gone then.
 */
export function mergeFolder(
  from: string,
  into: string,
  plan: PlanParts,
  options: MergeOptions = {},
): void {
  const entries = attempt(() => readdirSync(from, { withFileTypes: true }));
  if (!entries) {
    keepBoth(from, into, plan);
    return;
  }
  for (const entry of entries) {
    const { name } = entry;
    const [source, target] = [join(from, name), join(into, name)];
    if (plan.isGone(source)) continue;
    const there = attempt(() => lstatSync(plan.locate(target)));
    if (!there && !plan.isTaken(target)) plan.renames.push({ from: source, to: target });
    else if (entry.isDirectory() && there?.isDirectory() && !options.isShallow)
      mergeFolder(source, target, plan);
    else if (entry.isFile() && there?.isFile()) mergeFile(source, target, plan, options);
    else keepBoth(source, target, plan);
  }
  plan.emptied.push(from);
}

function mergeFile(
  source: string,
  target: string,
  plan: PlanParts,
  { settled }: MergeOptions,
): void {
  const kept = plan.locate(target);
  if (settled?.has(basename(target))) {
    plan.absorb(kept, source);
    return;
  }
  const [own, other] = [kept, source].map((path) => attempt(() => readFileSync(path)));
  if (!own || !other) keepBoth(source, target, plan);
  else if (begins(own, other)) plan.absorb(kept, source);
  else if (begins(other, own))
    plan.absorb(kept, source, (staged) => writeFileSync(staged, readFileSync(source)));
  else keepBoth(source, target, plan);
}

function begins(longer: Buffer, shorter: Buffer): boolean {
  return longer.subarray(0, shorter.length).equals(shorter);
}

function keepBoth(source: string, target: string, plan: PlanParts): void {
  const to = freeName(target, (path) => plan.isTaken(path));
  plan.renames.push({ from: source, to });
  plan.notes.push(keptBothNote(source, to));
}

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

/** True when two names are of one folder: where case does not count, they may differ in it. */
function isSame(from: string, to: string): boolean {
  if (from === to) return true;
  const [a, b] = [from, to].map(statOf);
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}
