import { type Context, present } from "@chatexport/core";
import { isRunning } from "@chatexport/core/host";
import { realPath } from "@chatexport/core/read";
import { findPathStores, registeredSessions } from "@chatexport/source-claude/paths";
import { editorLock, rootsOf } from "@chatexport/source-cursor/paths";
import { userFolders } from "../copilot/plan-vs-code.js";
import type { Move } from "../move/move.js";
import { isWithin } from "../move/path-map.js";
import type { StorePlan } from "../move/store-plan.js";
import { placedTools } from "../placed/placed-tools.js";
import { holdersOf, type RunningProcess, runningProcesses } from "./processes.js";

/** A tool whose programs are told by their names alone; the name is that of its source, unless `program` says another. */
interface NamedTool {
  title: string;
  program?: string;
}

/** These tools, by the names of their sources. */
const named: Readonly<Record<string, NamedTool>> = {
  codex: { title: "Codex" },
  copilot: { title: "Copilot" },
  opencode: { title: "OpenCode" },
  gemini: { title: "Gemini CLI" },
  ...placedTools,
};

/** A program that runs and uses what a move would change. */
export interface Blocker {
  code: "session-open" | "editor-open" | "file-open";
  /** The remedy, in one sentence. */
  message: string;
  process: number;
}

/** Whose stores change, and the projects in which no program may run. */
type Scope = Pick<Move, "home" | "system" | "pairs">;

/**
 * The programs that have to end before anything changes in the stores of these tools; a database of `shared` ones is
 * open wherever they run. A home that was named may be a copy: then only what it says itself counts.
 */
export function runningPrograms(
  scope: Scope,
  sources: readonly string[],
  shared: readonly string[] = [],
  running: readonly RunningProcess[] = runningProcesses(),
): Blocker[] {
  return [
    ...(sources.includes("claude") ? openSessions(scope, running) : []),
    ...Object.entries(named)
      .filter(([source]) => sources.includes(source))
      .flatMap((tool) => openNamed(tool, scope, running, shared.includes(tool[0]))),
    ...(sources.includes("cursor") ? openEditors(scope, running) : []),
  ];
}

/** The programs that have to end before a plan can be carried out. */
export function blockersOf(move: Move, stores: readonly StorePlan[]): Blocker[] {
  return programsUsing({ ...move, pairs: [...move.pairs, ...move.realPairs] }, stores);
}

/** The programs that have to end before some stores are changed, in which sessions of some projects lie. */
export function programsUsing(scope: Scope, stores: readonly StorePlan[]): Blocker[] {
  const changed = stores.filter(
    ({ rewrites, renames, removed = [] }) => rewrites.length + renames.length + removed.length > 0,
  );
  const found = runningPrograms(
    scope,
    changed.map(({ source }) => source),
    changed
      .filter(({ rewrites }) => rewrites.some(({ kind }) => kind === "database"))
      .map(({ source }) => source),
  );
  const paths = changed.flatMap(({ rewrites, renames }) => [
    ...rewrites.map(({ path }) => path),
    ...renames.map(({ from }) => from),
  ]);
  found.push(...runningVsCode(scope, paths));
  const byProcess = new Map(found.map((blocker) => [blocker.process, blocker]));
  for (const blocker of openFiles(stores))
    if (!byProcess.has(blocker.process)) byProcess.set(blocker.process, blocker);
  return [...byProcess.values()];
}

function openSessions(move: Scope, running: readonly RunningProcess[]): Blocker[] {
  const silent: Context = { report() {}, signal: new AbortController().signal };
  const { configFolders } = findPathStores(present({ home: move.home }), move.system, silent);
  const registered = configFolders
    .flatMap(({ path }) => registeredSessions(path))
    .filter(({ cwd, process }) => isOfProject(cwd, move) && isRunning(process))
    .map(({ process, path }) => sessionOpen(process, leftBy(process, path)));
  // Versions that do not register are told by their name.
  const named = running.filter(
    ({ name, cwd }) => move.home === undefined && name === "claude" && isOfProject(cwd, move),
  );
  return [...registered, ...named.map(({ id }) => sessionOpen(id, `process ${id}`))];
}

function openNamed(
  [source, { title, program = source }]: [source: string, tool: NamedTool],
  move: Scope,
  running: readonly RunningProcess[],
  isShared: boolean,
): Blocker[] {
  if (move.home !== undefined) return [];
  return running.flatMap(({ id, name, cwd }) => {
    if (name.replace(/\.exe$/i, "") !== program) return [];
    if (isOfProject(cwd, move)) return [sessionOpen(id, `process ${id}`, title)];
    // Where the system tells no folder, it does not tell who has a database open, either.
    if (cwd !== undefined || !isShared) return [];
    const message = `${title} is running (process ${id}): ${remedy}`;
    return [{ code: "session-open" as const, message, process: id }];
  });
}

const remedy = "end it and try again.";

function sessionOpen(process: number, evidence: string, tool = "Claude Code"): Blocker {
  const message = `${tool} has a session open in the project (${evidence}): ${remedy}`;
  return { code: "session-open", message, process };
}

/** The number that a program left which crashed may be that of another program by now. */
function leftBy(process: number, path: string): string {
  return `process ${process}, as ${path} says: remove that if it is another program`;
}

function openEditors(move: Scope, running: readonly RunningProcess[]): Blocker[] {
  const named = running.find(
    ({ name }) => move.home === undefined && /^cursor(?:$|[ .-])/i.test(name),
  );
  if (named) return [editorOpen(named.id, `process ${named.id}`)];
  return rootsOf(present({ home: move.home }), move.system).flatMap(({ path, kind }) => {
    const lock = kind === "user-folder" ? editorLock(path) : undefined;
    return lock && isRunning(lock.processId)
      ? [editorOpen(lock.processId, leftBy(lock.processId, lock.path))]
      : [];
  });
}

/** VS Code, if it runs and one of the paths is of what it stores: Copilot's command line does not need it. */
export function runningVsCode(scope: Scope, paths: readonly string[]): Blocker[] {
  return userFolders(scope).flatMap((folder) => {
    const lock = editorLock(folder);
    const isUsed = lock && isRunning(lock.processId);
    return isUsed &&
      paths.some((path) => isWithin(path, realPath(folder)) || isWithin(path, folder))
      ? [editorOpen(lock.processId, leftBy(lock.processId, lock.path), "VS Code")]
      : [];
  });
}

function editorOpen(process: number, evidence: string, editor = "Cursor"): Blocker {
  const message = `${editor} is running (${evidence}): quit it and try again.`;
  return { code: "editor-open", message, process };
}

function openFiles(stores: readonly StorePlan[]): Blocker[] {
  const paths = new Set(
    stores.flatMap(({ rewrites, removed = [] }) => [
      ...rewrites.map(({ path }) => path),
      ...removed,
    ]),
  );
  return [...holdersOf(paths)].map(([path, { id, name }]) => ({
    code: "file-open",
    message: `${name} (process ${id}) has ${path} open: end it and try again.`,
    process: id,
  }));
}

function isOfProject(cwd: string | undefined, { pairs }: Scope): boolean {
  if (cwd === undefined) return false;
  return pairs.some(
    ({ from, to, ignoresCase }) =>
      isWithin(cwd, from, ignoresCase) || isWithin(cwd, to, ignoresCase),
  );
}
