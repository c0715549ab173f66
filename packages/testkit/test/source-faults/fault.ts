import type { Diagnostic, Part, Session, SessionRef, Source, TaskCall } from "@chatexport/core";
import type { SourceCheckName } from "../../src/index.js";
import { chatsIn, placesOf } from "../parrot.js";
import type { Fault } from "../parrot-subject.js";

/** A source that is right but for one thing, and the checks that must notice. */
export interface Faulty {
  /** Completes "a source fails that …". */
  what: string;
  fault: Fault;
  fails: readonly SourceCheckName[];
  /** The words of each of them, among others. */
  says?: string;
}

/** A source that changes what it lists. */
export function listing(change: (ref: SessionRef) => SessionRef): Fault {
  return (source) => ({
    ...source,
    async *list(context) {
      for await (const ref of source.list(context)) yield change(ref);
    },
    // The same session whatever the ref says.
    load: async (ref, context) => ({ ...(await source.load(ref, context)), id: ref.id }),
  });
}

/** A source that changes what it loads. */
export function loading(change: (session: Session) => Session): Fault {
  return (source) => ({
    ...source,
    load: async (ref, context) => change(await source.load(ref, context)),
  });
}

/** A source that does something with each file while it lists. */
export function whileListing(act: (path: string) => unknown): Fault {
  return (source, options) => ({
    ...source,
    async *list(context) {
      for (const path of placesOf(options).flatMap(chatsIn)) act(path);
      yield* source.list(context);
    },
  });
}

/** A source that changes what it reports. */
export function reporting(change: (found: Diagnostic) => Diagnostic | undefined): Fault {
  return (source) => ({
    ...source,
    load(ref, context) {
      const report = (found: Diagnostic) => {
        const changed = change(found);
        if (changed) context.report(changed);
      };
      return source.load(ref, { ...context, report });
    },
  });
}

/** A source that reads from another place when there is nothing at its own. */
export function elsewhere(other: () => Source): Fault {
  return (source) => ({
    ...source,
    async *list(context) {
      let count = 0;
      for await (const ref of source.list(context)) {
        count++;
        yield ref;
      }
      if (count === 0) yield* other().list(context);
    },
  });
}

/** A source whose sessions have a last message with these parts. */
export function withPart(...parts: Part[]): Fault {
  return loading((session) => ({
    ...session,
    messages: [...session.messages, { id: "last", role: "assistant", parts }],
  }));
}

/** A source whose sessions have another time. */
export function withTime(timeOf: (session: Session) => string): Fault {
  return loading((session) => ({ ...session, updatedAt: timeOf(session) }));
}

/** A diagnostic of something odd. */
export function diagnostic(more: Partial<Diagnostic>): Diagnostic {
  return { severity: "warning", code: "odd", message: "There is something odd.", ...more };
}

/** A command that was run. */
export function execute(id: string): Extract<Part, { kind: "execute" }> {
  return { type: "tool-call", id, kind: "execute", name: "run", status: "completed" };
}

/** A call that hands work to a sub-agent. */
export function task(id: string, subagent: string): TaskCall {
  return { type: "tool-call", id, kind: "task", name: "ask", status: "completed", subagent };
}

/** A session that left only its id. */
export function emptySession(id: string): Session {
  return {
    schemaVersion: 1,
    id,
    source: "parrot",
    format: "parrot/jsonl",
    messages: [],
    records: { read: 0, kept: 0 },
    origin: {},
  };
}
