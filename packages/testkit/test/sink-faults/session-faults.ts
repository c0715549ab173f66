import type { Message, Session } from "@chatexport/core";
import { all, type Fault, rendering, seeing, text } from "./fault.js";

/** Faults of a sink while it goes through sessions. */
export const sessionFaults: Fault[] = [
  [
    "writes one string",
    () =>
      rendering(async function* (session, context) {
        yield (await all(text(session, context))).join("");
      }),
    [
      "writes a huge session in pieces",
      "does not run ahead of its reader",
      "stops when the host aborts",
    ],
  ],
  [
    "makes the whole document first",
    () =>
      rendering(async function* (session, context) {
        yield* await all(text(session, context));
      }),
    ["does not run ahead of its reader", "stops when the host aborts"],
  ],
  [
    "goes on while nobody asks",
    () =>
      rendering(async function* (session, context) {
        const ready: string[] = [];
        const working = (async () => {
          for await (const piece of text(session, context)) {
            ready.push(String(piece));
            await new Promise(setImmediate);
          }
        })();
        for (; ready.length === 0; ) await new Promise(setImmediate);
        yield ready.shift() ?? "";
        await working;
        yield* ready;
      }),
    ["does not run ahead of its reader"],
  ],
  [
    "takes no notice of a host that aborts",
    () =>
      rendering((session, context) =>
        text(session, { ...context, signal: new AbortController().signal }),
      ),
    ["stops when the host aborts"],
  ],
  [
    "stops as if it had come to the end when the host aborts",
    () =>
      rendering(async function* (session, context) {
        for await (const piece of text(session, {
          ...context,
          signal: new AbortController().signal,
        })) {
          if (context.signal.aborted) return;
          yield piece;
        }
      }),
    ["stops when the host aborts"],
  ],
  [
    "gives a title to sessions that have none",
    () =>
      seeing((session) => {
        session.title ??= "Without a title";
        return session;
      }),
    ["leaves sessions as they are"],
  ],
  [
    "keeps the last session",
    () => {
      let last: Session | undefined;
      return seeing((session) => {
        last = session;
        return last;
      });
    },
    ["forgets a session after it"],
  ],
  [
    "keeps all messages",
    () => {
      const seen = new Set<Message>();
      return seeing((session) => {
        for (const message of session.messages) seen.add(message);
        return session;
      });
    },
    ["forgets a session after it"],
  ],
  [
    "numbers its lines in one place for all sessions",
    () => {
      let number = 0;
      return rendering(async function* (session, context) {
        number = 0;
        for await (const piece of text(session, context))
          yield String(piece).replace("\n", ` ${number++}\n`);
      });
    },
    ["keeps sessions apart that are rendered at the same time"],
  ],
];
