import type { FileEdit, IndexEntry, Part, Session, Sink, SinkContext } from "@chatexport/core";
import type { SinkCheckName } from "../../src/index.js";
import { plainText } from "../plain-text.js";

type Render = Sink["render"];

/** A sink that does one thing wrong, and the checks that notice it. */
export type Fault = [what: string, create: () => Sink, fails: SinkCheckName[]];

/** The sink with another way to render. */
export function rendering(render: Render): Sink {
  return { ...plainText(), render };
}

/** The text that the sink writes of a session. */
export function text(session: Session, context: SinkContext): ReturnType<Render> {
  return plainText().render(session, context);
}

/** A document without pieces. */
export async function* nothing(): AsyncGenerator<string> {}

/** All pieces at once. */
export async function all(pieces: ReturnType<Render>): Promise<string[]> {
  const list: string[] = [];
  for await (const piece of pieces) list.push(String(piece));
  return list;
}

/** The sink with other sessions than it is given. */
export function seeing(change: (session: Session) => Session): Sink {
  return rendering((session, context) => text(change(session), context));
}

/** The sink with other parts of messages than it is given. */
export function changing(change: (part: Part) => Part): Sink {
  return seeing((session) => ({
    ...session,
    messages: session.messages.map((message) => ({ ...message, parts: message.parts.map(change) })),
  }));
}

/** The sink with other edits of calls than it is given. */
export function editing(change: (edit: FileEdit) => FileEdit): Sink {
  return changing((part) =>
    "edits" in part && part.edits ? { ...part, edits: part.edits.map(change) } : part,
  );
}

/** The sink with another host. */
export function hosting(change: (context: SinkContext) => SinkContext): Sink {
  return rendering((session, context) => text(session, change(context)));
}

/** The sink with other lines, those on pages not included. */
export function writing(change: (line: string) => string): Sink {
  return rendering(async function* (session, context) {
    for await (const piece of text(session, context)) yield change(String(piece));
  });
}

/** The sink with another index. */
export function listing(change: (entries: readonly IndexEntry[]) => readonly IndexEntry[]): Sink {
  const sink = plainText();
  return {
    ...sink,
    index: (entries, context) => sink.index?.(change(entries), context) ?? nothing(),
  };
}

/** The sink with other links to its files. */
export function linking(change: (link: string) => string): Sink {
  return hosting((context) => ({
    ...context,
    async asset(...file) {
      const link = await context.asset(...file);
      return link === undefined ? undefined : change(link);
    },
  }));
}
