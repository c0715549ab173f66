import type { Part, Session } from "@chatexport/core";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { documentOf, parse } from "./document.js";
import { anyMarkdown } from "./markdown.js";
import { hiddenMarks, read, sequence, wanted } from "./sequence.js";

const numRuns = Number(process.env.FUZZ_RUNS ?? 100);
const options = { detail: "full", branches: "all" } as const;

/** A session with other people's texts wherever there can be one. */
function sessionWith(text: () => string): Session {
  const said = (): Part => ({ type: "text", text: text() });
  const call = { type: "tool-call" as const, status: "completed" as const };
  const asked = { header: text(), text: text(), options: [{ label: text(), description: text() }] };
  const todos = [{ text: text(), status: "in-progress" as const }];
  const result = { isError: false, content: [said()] };
  const parent = { sessionId: "5f0c7d1e", relation: "subagent" as const };
  const messages = [
    prompt("first", text()),
    answer(
      "answer",
      { type: "reasoning", text: text() },
      said(),
      said(),
      { ...call, id: "1", name: text(), kind: "execute", command: text(), result },
      { ...call, id: "2", name: "Ask", kind: "question", questions: [asked] },
      { ...call, id: "3", name: "Plan", kind: "plan", text: text(), todos },
      { ...call, id: "4", name: "Task", kind: "task", task: text(), subagent: "helper", result },
      said(),
      { type: "notice", level: "error", text: text() },
      { type: "compaction", summary: text() },
    ),
    prompt("last", text()),
  ];
  return sessionOf(messages, {
    title: text(),
    subagents: [
      sessionOf([prompt("task", text()), answer("answer", said())], {
        id: "helper",
        title: text(),
        parent,
      }),
    ],
    branches: [{ id: "1", reason: "edit", messages: [prompt("left", text())] }],
    attachments: [
      { type: "file", from: "tool", mediaType: "text/markdown", name: text(), text: text() },
    ],
  });
}

const places = 26;

/** Sessions with a few of these texts among plain words. */
function sessions(texts: fc.Arbitrary<string>): fc.Arbitrary<Session> {
  const placed = fc.array(fc.tuple(fc.nat({ max: places - 1 }), texts), { maxLength: 6 });
  return placed.map((list) => {
    const chosen = new Map(list);
    let place = 0;
    return sessionWith(() => chosen.get(place++) ?? `word${place}`);
  });
}

test("headings, anchors and folds are the document's own, whatever the texts", async () => {
  const run = async (session: Session) => {
    const document = parse(await documentOf(session, options));
    const isMark = (piece: string) => /^(?:#|@|<)/.test(piece);
    expect(sequence([...read(document)].filter(isMark))).toEqual(
      sequence([...wanted(session, options)].filter(isMark)),
    );
    expect(hiddenMarks(document)).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(sessions(anyMarkdown), run), { numRuns });
});

test("between them, each text reads as it does alone", async () => {
  const run = async (session: Session) => {
    const document = parse(await documentOf(session, options));
    expect(sequence(read(document))).toEqual(sequence(wanted(session, options)));
  };
  const texts = anyMarkdown.filter((text) => !isDisputed(text));
  await fc.assert(fc.asyncProperty(sessions(texts), run), { numRuns });
});

// On these readers differ, or a link is shown as it was written, because it could run code.
function isDisputed(text: string): boolean {
  return (
    />.*\n {0,3}( {4}|\t)/.test(text) ||
    /:\/\/|www\./i.test(text) ||
    /(?:javascript|data|vbscript|file|blob|&#|&colon)/i.test(text) ||
    text.split(/\n[ \t>]*\n/).some((lines) => lines.split("\n").filter(isDelimiters).length > 1)
  );
}

// Below a table in a list, readers do not agree on where the next one begins.
function isDelimiters(line: string): boolean {
  return /^[-:| \t>*+\d.)]+$/.test(line) && line.includes("-") && /[|:]/.test(line);
}
