import type { Diagnostic } from "../diagnostics.js";
import { jsonText } from "../json-text.js";
import type { ReasoningPart, Session, ToolCall } from "../model.js";
import { oneOf } from "../options.js";
import { apiVersion, type Feature, type Sink } from "../plugin.js";
import { Changes } from "./changes.js";
import type { Block } from "./content-blocks.js";
import { CallIds } from "./ids.js";
import { type OwnCall, type Reasoning, reasonings, type Scope } from "./turns.js";

/** The form in which a tool stores a session, as objects: each is a line, or a part of one document. */
export interface ToolFormat {
  /** The name of the tool's source. */
  name: string;
  /** The user's choice about reasoning. */
  reasoning: Reasoning;
  /** New ids of calls begin with it: "toolu". */
  callPrefix: string;
  /** Features that the format keeps besides calls, files and edits. */
  alsoKeeps?: readonly Feature[];
  /** A call as the tool would have made it, or several that do the same; none when it has no such tool. */
  ownCalls(call: ToolCall, session: Session): OwnCall[];
  /** Reasoning as the tool's API takes it back; undefined for what it would refuse. */
  ownReasoning(part: ReasoningPart, session: Session): Block[] | undefined;
  /** The objects of a session; what has no place in them is counted in `scope.changes`. */
  lines(session: Session, scope: Scope): Iterable<object>;
  /** The names in one document of what the first object says, and of the list of the others; absent for lines. */
  document?: { first: string; others: string };
  /** Reports what had no place, in words for people. */
  diagnostic(session: Session, told: string): Diagnostic;
}

/**
 * Writes the active branch of a session as the file with which a tool goes on. Throws a TypeError for an
 * unknown value of `reasoning`.
 */
export function toolSink(format: ToolFormat): Sink {
  const reasoning = oneOf("reasoning", reasonings, format.reasoning);
  const { name, callPrefix, alsoKeeps = [], document, ownCalls, ownReasoning } = format;
  return {
    name,
    apiVersion,
    extension: `${name}.${document ? "json" : "jsonl"}`,
    mediaType: document ? "application/json" : "application/x-ndjson",
    // Of two sessions in one file, the tool would find one only.
    isAlone: true,
    keeps: new Set<Feature>([
      ...(reasoning === "text" ? (["reasoning"] as const) : []),
      ...(["tool-input", "tool-output", "files", "edits"] as const),
      ...alsoKeeps,
    ]),
    async *render(session, context) {
      const changes = new Changes();
      const scope: Scope = {
        ...{ session, reasoning, changes },
        callIds: new CallIds(callPrefix),
        ownCalls: (call) => ownCalls(call, session),
        ownReasoning: (part) => ownReasoning(part, session),
      };
      const texts = textsOf(format.lines(session, scope), document);
      for (const text of texts) {
        // So that no half is taken for all.
        context.signal.throwIfAborted();
        yield text;
      }
      if (!alsoKeeps.includes("branches"))
        changes.add("branches", "leftOut", session.branches?.length ?? 0);
      const told = changes.told();
      if (told !== undefined)
        context.report({ ...format.diagnostic(session, told), changes: changes.counts() });
    },
  };
}

/** Objects as text: each as a line of its own, or all of them in a document. */
function* textsOf(objects: Iterable<object>, names: ToolFormat["document"]): Generator<string> {
  let count = 0;
  for (const each of objects) {
    const text = jsonText(each);
    if (!names) yield `${text}\n`;
    else if (count === 0) yield `{"${names.first}":${text},"${names.others}":[`;
    else yield count === 1 ? text : `,\n${text}`;
    count++;
  }
  if (names && count > 0) yield "]}\n";
}
