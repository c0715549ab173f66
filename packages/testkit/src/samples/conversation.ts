import type { Citation, Message, Session } from "@chatexport/core";
import { answer, prompt, said, sessionOf } from "./builders.js";

// Over midnight at the end of a year, so that a time zone shows in the day, the month and the year.
const when = (time: string) => ({ createdAt: `2025-12-31T${time}Z` });

/** A conversation about a timetable, with all lines that were left, and everything known about it. */
export function conversation(): Session {
  return sessionOf(activeLine(), {
    id: "3d7a90f2-ferry",
    source: "demo",
    format: "demo/lines",
    title: "Ferry timetable: why is the last boat missing?",
    titleFrom: "generated",
    startedAt: "2025-12-31T23:50:00Z",
    updatedAt: "2026-01-01T00:10:30.250Z",
    cwd: "/home/kim/ferries",
    project: {
      name: "ferries",
      path: "/home/kim/ferries",
      uri: "vscode-remote://ssh-remote+harbour/home/kim/ferries",
      remote: "https://git.example/kim/ferries.git",
    },
    git: { branch: "late-boats", commit: "9f2c41d", remote: "https://git.example/kim/ferries.git" },
    model: "model-2",
    toolVersion: "4.1.0",
    archived: false,
    parent: { sessionId: "11c0ffee", relation: "continuation" },
    branches: branches(),
    usage: {
      inputTokens: 5210,
      outputTokens: 840,
      cacheReadTokens: 3200,
      cacheWriteTokens: 1100,
      reasoningTokens: 96,
      cost: { amount: 0.0421, currency: "USD" },
    },
    records: {
      read: 31,
      kept: 26,
      skipped: { progress: 2, snapshot: 1 },
      unknown: { weather: 1 },
      malformed: 1,
      unknownFields: { "line.tide": 2 },
    },
    origin: { path: "/home/kim/.demo/3d7a90f2.jsonl", at: 1 },
    native: { theme: "dark", panes: [1, null, "left"] },
  });
}

function activeLine(): Message[] {
  const copiedFrom = { sessionId: "11c0ffee", messageId: "q-0" };
  return [
    { ...prompt("q-0", "Earlier we looked at the winter timetable."), copiedFrom },
    {
      ...prompt("q-1", { ...said("Today is a holiday."), synthetic: "context" }),
      ...when("23:50:00"),
      synthetic: "context",
    },
    {
      ...prompt("q-2", "Why does the *last boat* at `23:10` not show?\n\nIt was there in March."),
      ...when("23:50:04"),
    },
    firstAnswer(),
    {
      ...prompt("q-3", "Show me the lines in a table, please. Größe & <b>bold</b> are fine."),
      ...when("23:55:00"),
      cwd: "/home/kim/ferries/data",
      parentId: "a-1",
    },
    {
      ...answer("a-2", { ...said(table), citations: [timetable], native: { rows: 2 } }),
      ...when("23:55:12.5"),
      model: "model-2",
      mode: "ask",
      stopReason: "end_turn",
    },
    {
      ...prompt("q-4", "Thanks, that explains it."),
      createdAt: "2026-01-01T00:10:00Z",
      createdAtFrom: "recorded",
    },
    answer("a-3", "You are welcome."),
  ];
}

function firstAnswer(): Message {
  return {
    ...answer(
      "a-1",
      {
        type: "reasoning",
        text: "The boat leaves before midnight, but arrives on the next day.",
        signature: "c2lnbmVk",
        native: { seconds: 4 },
      },
      { type: "reasoning", redacted: true, encrypted: "c2VjcmV0" },
      "Because the reader drops every boat that *arrives* after midnight:\n\n```js\nboats.filter((boat) => boat.arrives > boat.leaves)\n```",
    ),
    ...when("23:50:20"),
    createdAtFrom: "inferred",
    completedAt: "2025-12-31T23:50:31Z",
    parentId: "q-2",
    model: "model-1",
    provider: "harbour",
    effort: "high",
    responseId: "response-1",
    toolVersion: "4.1.1",
    mode: "agent",
    usage: {
      inputTokens: 2100,
      outputTokens: 310,
      cacheReadTokens: 1024,
      cacheWriteTokens: 512,
      reasoningTokens: 48,
      cost: { amount: 0.0125, currency: "USD" },
    },
    fragments: [{ id: "a-1b", createdAt: "2025-12-31T23:50:31Z" }],
    origin: { path: "/home/kim/.demo/3d7a90f2.jsonl", at: "message:a-1" },
    native: { requestId: "r-17" },
  };
}

const timetable: Citation = {
  url: "https://ferries.example/summer",
  title: "Summer timetable",
  text: "Plover 23:10",
  native: { index: 3 },
};

const table = `Here they are:

| Boat | Leaves | Arrives |
| --- | ---: | ---: |
| Heron | 21:40 | 22:35 |
| Plover | 23:10 | 00:05 |

1. Compare *minutes since noon*, not words.
2. See [the notes](https://ferries.example/notes) and footnote[^1].

> Boats after midnight belong to the day on which they left.

[^1]: Only in summer.`;

function branches(): NonNullable<Session["branches"]> {
  return [
    {
      id: "line-1",
      forkedFrom: "q-2",
      reason: "edit",
      messages: [prompt("l-1", "Why is a boat missing?")],
    },
    {
      id: "line-2",
      forkedFrom: "a-1",
      reason: "rewind",
      messages: [prompt("l-2", "Delete the old boats."), answer("l-3", "Which ones?")],
    },
    {
      id: "line-3",
      forkedFrom: "q-3",
      reason: "retry",
      messages: [answer("l-4", "A table is not possible here.")],
    },
    {
      id: "line-4",
      reason: "orphan",
      messages: [answer("l-5", "Something that hangs on nothing.")],
    },
    {
      id: "line-5",
      forkedFrom: "a-1",
      reason: "parallel",
      messages: [prompt("l-6", "Count them on the other device."), answer("l-7", "Seven.")],
    },
  ];
}
