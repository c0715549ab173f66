import { objectOf } from "../json.js";
import type { FetchCall, FileEdit, FileLocation, Session, ToolCall } from "../model.js";
import { type Replacement, replacementsOf } from "./edit-texts.js";
import type { OwnCall } from "./turns.js";

/** The calls of a tool that do what calls of others do. Those that are absent, the tool does not have. */
export interface OwnTools {
  /** A command in a shell; `elsewhere` is its folder, if that is not the one of the session. */
  execute?(
    command: string,
    details: { title: string | undefined; elsewhere: string | undefined },
  ): OwnCall[];
  /** A look into one file. */
  read?(location: FileLocation): OwnCall[];
  /** All changes of files, or none: half of them would tell another story. */
  edit?(edits: readonly FileEdit[]): OwnCall[];
  /** A look into the web. */
  fetch?(call: FetchCall): OwnCall[];
  /** Work for a sub-agent. */
  task?(task: string, title: string | undefined): OwnCall[];
}

/**
 * The calls of a tool for each call of a session: its own as they are, where its API takes their names, and
 * those of others as `tools` make them. None: the tool has nothing that does the same.
 */
export function ownCallsOf(
  { source, names }: { source: string; names: RegExp },
  tools: OwnTools,
): (call: ToolCall, session: Session) => OwnCall[] {
  return (call, session) => {
    // Of a command that a person typed, the tool itself keeps no arguments.
    if (session.source !== source || call.input === undefined)
      return translatedCall(call, session, tools);
    const input = objectOf(call.input);
    return input && names.test(call.name) ? [{ name: call.name, input }] : [];
  };
}

/** A call of another tool as `tools` make it, where its arguments say enough. */
export function translatedCall(call: ToolCall, { cwd }: Session, tools: OwnTools): OwnCall[] {
  switch (call.kind) {
    case "execute": {
      const { command, title } = call;
      const elsewhere = call.cwd === cwd ? undefined : call.cwd;
      return (command && tools.execute?.(command, { title, elsewhere })) || [];
    }
    case "read": {
      const [location, ...others] = call.locations ?? [];
      return (location && others.length === 0 && tools.read?.(location)) || [];
    }
    case "edit":
      return tools.edit?.(call.edits ?? []) ?? [];
    case "fetch":
      return tools.fetch?.(call) ?? [];
    case "task":
      return (call.task && tools.task?.(call.task, call.title)) || [];
    // A search may be one by meaning, which few tools have.
    case "search":
    case "delete":
    case "move":
    case "plan":
    case "question":
    case "think":
    case "other":
      return [];
    default:
      return call satisfies never;
  }
}

/** Edits as calls for one file each: those that make it, and those that replace pieces of it. */
export function callsForFiles(
  create: (path: string, content: string) => OwnCall,
  replace: (path: string, pieces: readonly Replacement[]) => OwnCall[],
): (edits: readonly FileEdit[]) => OwnCall[] {
  const callsFor = (edit: FileEdit): OwnCall[] => {
    const { path, kind, after } = edit;
    if (kind === "create" && after !== undefined) return [create(path, after)];
    const pieces = kind === "update" ? replacementsOf(edit) : undefined;
    return pieces ? replace(path, pieces) : [];
  };
  return (edits) => {
    const calls = edits.map(callsFor);
    return calls.some((each) => each.length === 0) ? [] : calls.flat();
  };
}
