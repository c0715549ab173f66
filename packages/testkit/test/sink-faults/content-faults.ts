import type { Feature } from "@chatexport/core";
import { harmless, plainText } from "../plain-text.js";
import {
  changing,
  editing,
  type Fault,
  nothing,
  rendering,
  seeing,
  text,
  writing,
} from "./fault.js";

/** Faults of a sink with the content of a session. */
export const contentFaults: Fault[] = [
  [
    "has a name in capitals",
    () => ({ ...plainText(), name: "Plain Text" }),
    ["has a name, an extension, a media type and features"],
  ],
  [
    "has the dot in its extension",
    () => ({ ...plainText(), extension: ".txt" }),
    ["has a name, an extension, a media type and features"],
  ],
  [
    "has a name with a gap in it",
    () => ({ ...plainText(), name: "plain--text" }),
    ["has a name, an extension, a media type and features"],
  ],
  [
    "has an extension that makes a name of a file too long",
    () => ({ ...plainText(), extension: "plaintextinblocks" }),
    ["has a name, an extension, a media type and features"],
  ],
  [
    "was made for another version",
    () => ({ ...plainText(), apiVersion: 2 as never }),
    ["has a name, an extension, a media type and features"],
  ],
  [
    "claims to keep reasoning and leaves it out",
    () => writing((line) => (line.startsWith("thought: ") ? "" : line)),
    ["keeps all that it claims to keep"],
  ],
  [
    "claims to keep usage and leaves out what a session took",
    () => seeing(({ usage: _, ...session }) => session),
    ["keeps all that it claims to keep"],
  ],
  [
    "keeps more than it says",
    () => ({ ...plainText(), keeps: new Set<Feature>() }),
    ["claims all that it keeps"],
  ],
  [
    "cuts long texts",
    () => writing((line) => (line.length < 2000 ? line : `${line.slice(0, 1999)}\n`)),
    ["keeps every word of prompts and answers"],
  ],
  [
    "leaves out summaries",
    () => writing((line) => (line.startsWith("summary: ") ? "" : line)),
    ["keeps summaries and the names of calls"],
  ],
  [
    "leaves out notices",
    () => writing((line) => (line.startsWith("notice: ") ? "" : line)),
    ["keeps notices"],
  ],
  [
    "makes a formula of a text",
    () => writing((line) => line.replace(/^\w+: =/, "=")),
    ["contains hostile text"],
  ],
  [
    "leaves out what a tool gave back where no model saw anything",
    () =>
      changing((part) => {
        if (part.type !== "tool-call" || !part.result) return part;
        const { output: _, ...result } = part.result;
        return { ...part, result };
      }),
    ["keeps all that it claims to keep"],
  ],
  [
    "leaves out hunks where the text before is there",
    () =>
      editing(({ hunks, ...edit }) =>
        hunks && edit.before === undefined ? { ...edit, hunks } : edit,
      ),
    ["keeps all that it claims to keep"],
  ],
  [
    "leaves out the texts that edits replaced",
    () => editing(({ before: _, ...edit }) => edit),
    ["keeps all that it claims to keep"],
  ],
  [
    "takes the cube of the time for a longer text",
    () => plainText((value) => harmless(withoutRules(value))),
    ["takes a time that grows as texts do"],
  ],
  [
    "writes all on one line",
    () =>
      rendering(async function* (session, context) {
        for await (const piece of text(session, context)) yield String(piece).replace("\n", " ");
        yield "\n";
      }),
    ["has documents whose outlines differ"],
  ],
  [
    "makes nothing of a session without messages",
    () =>
      rendering((session, context) =>
        session.messages.length > 0 ? text(session, context) : nothing(),
      ),
    ["renders a session without messages"],
  ],
  [
    "throws for a time that is none",
    () =>
      seeing((session) => ({ ...session, title: new Date(session.startedAt ?? 0).toISOString() })),
    ["takes odd times and numbers", "contains hostile text"],
  ],
  [
    "writes line breaks as they are",
    () => plainText((value) => value.replace(/[^\P{Cc}\n]|\p{Cs}/gu, "")),
    [
      "takes odd times and numbers",
      "has documents whose outlines differ",
      "contains hostile text",
      "contains hostile text in an index",
    ],
  ],
  [
    "writes half a character",
    () => plainText((value) => value.replace(/\p{Cc}+/gu, " ")),
    ["contains hostile text", "contains hostile text in an index"],
  ],
];

/** Leaves out lines of a table, in the cube of the time: several times, so that it is long on any machine. */
function withoutRules(text: string): string {
  const tries = [text, text, text, text, text];
  return tries.map((each) => each.replace(/^\|[ |-]*-[ |-]*-[ |-]*\|$/gm, "")).at(-1) ?? "";
}
