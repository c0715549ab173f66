import type {
  Feature,
  FileEdit,
  FilePart,
  Hunk,
  Message,
  Part,
  Session,
  ToolCall,
  Usage,
} from "@chatexport/core";
import { answer, prompt, ran, resultOf, sessionOf, taskFor } from "../samples/builders.js";

/** A place where something belongs to a feature, which a sink that keeps the feature shows. */
export interface Probe {
  place: string;
  /** A session that has this word, or something that depends on this number, at the place. */
  session(word: string, number: number): Session;
  /** Every format has the word as it is; else it may be encoded, and is seen by what it changes. */
  isVerbatim: boolean;
}

/** The places of each feature in a session; `usedFeatures` of core says the same. */
export const probes: Readonly<Record<Feature, readonly Probe[]>> = {
  reasoning: [word("what a model thought", (text) => talk({ type: "reasoning", text }))],
  "tool-input": [
    word("arguments of a call", (text) => talk({ ...call, input: { question: text } })),
    word("a second argument of a call", (text) =>
      talk({ ...call, input: { question: "How deep?", place: text } }),
    ),
    word("arguments of a call that were not JSON", (text) => talk({ ...call, rawInput: text })),
  ],
  "tool-output": [
    word("what a command printed", (text) => talk(ran("make", text))),
    word("what a tool gave back", (text) => talk({ ...call, result: resultOf(text) })),
    word("what a tool gave back where its model saw nothing", (text) =>
      talk({ ...call, result: { ...resultOf(), output: { tide: text } } }),
    ),
    word("what a failed tool gave back", (text) =>
      talk({ ...call, status: "failed", result: { ...resultOf(text), isError: true } }),
    ),
    word("a result whose call is missing", (text) =>
      talk({ type: "tool-result", toolCallId: "lost", result: resultOf(text) }),
    ),
    word("a result whose call is missing and whose model saw nothing", (text) =>
      talk({
        type: "tool-result",
        toolCallId: "lost",
        result: { ...resultOf(), output: { tide: text } },
      }),
    ),
  ],
  files: [
    content("the text of a file", (text) => talk({ ...file, mediaType: "text/plain", text })),
    word("the address of a file", (text) =>
      talk({ ...file, url: `https://files.example/${text}` }),
    ),
    content("a file that a tool gave back", (text) =>
      talk({ ...call, result: resultOf({ ...file, mediaType: "text/plain", text }) }),
    ),
    content("the text of a file of the session", (text) =>
      talk([], { attachments: [{ ...file, mediaType: "text/plain", text }] }),
    ),
    number("the bytes of an image", (value) => talk(imageOf(value))),
  ],
  edits: [
    word("an edit of a call", (text) => talk(editing({ after: `${text}\n` }))),
    word("the text that an edit of a call replaced", (text) =>
      talk(editing({ before: `${text}\n` })),
    ),
    word("a hunk of an edit of a call", (text) => talk(editing({ hunks: [adding(text)] }))),
    word("a hunk of an edit of a call beside the text that it replaced", (text) =>
      talk(editing({ before: "old\n", hunks: [adding(text)] })),
    ),
    word("where a call moved a file", (newPath) => talk(editing({ kind: "move", newPath }))),
    word("an edit without a call", (text) =>
      talk({ type: "edit", edits: [{ path: "a.txt", kind: "create", after: `${text}\n` }] }),
    ),
  ],
  branches: [
    word("a line that was left", (text) =>
      talk([], {
        branches: [{ id: "left", forkedFrom: "q", reason: "edit", messages: [prompt("l", text)] }],
      }),
    ),
  ],
  subagents: [
    word("what a sub-agent said", (text) => withSubagent(agent("helper", text))),
    word("what a sub-agent of a sub-agent said", (text) =>
      withSubagent({
        ...agent("helper", "I ask another one.", taskFor("deeper")),
        subagents: [agent("deeper", text)],
      }),
    ),
    word("what a sub-agent said that no call started", (text) =>
      talk([], { subagents: [agent("alone", text)] }),
    ),
  ],
  "tool-definitions": [
    word("the name of a tool", (name) => talk([], { tools: [{ name }] })),
    word("the description of a tool", (description) =>
      talk([], { tools: [{ name: "tides", description }] }),
    ),
    word("the arguments of a tool", (title) =>
      talk([], { tools: [{ name: "tides", inputSchema: { title } }] }),
    ),
  ],
  usage: [
    ...usageProbes("of an answer", (usage) => talk([], {}, { usage })),
    ...usageProbes("of a session", (usage) => talk([], { usage })),
  ],
  native: [
    word("vendor data of a session", (text) => talk([], { native: { vendor: text } })),
    word("vendor data of a message", (text) => talk([], {}, { native: { vendor: text } })),
    word("vendor data of a call", (text) => talk({ ...call, native: { vendor: text } })),
  ],
  unknown: [
    word("an unknown record", (text) =>
      talk({ type: "unknown", recordType: "weather", native: { wind: text } }),
    ),
  ],
};

/** Probes of words that belong to no feature, beside those of the conversation. */
export const commonProbes = {
  notice: word("a notice", (text) => talk({ type: "notice", level: "warning", text })),
  summary: word("a summary", (summary) => talk({ type: "compaction", trigger: "auto", summary })),
  callName: word("the name of a call", (name) => talk({ ...call, name })),
} satisfies Readonly<Record<string, Probe>>;

/** All features. */
export const featureNames = Object.keys(probes) as Feature[];

const call: ToolCall = {
  type: "tool-call",
  id: "call",
  name: "tides",
  kind: "other",
  status: "completed",
};
const file: FilePart = { type: "file", from: "upload", name: "boat" };

/** An image of a few bytes that depend on a number. */
export function imageOf(value: number): FilePart {
  const data = Buffer.from([0x89, 0x50, 0x4e, 0x47, value & 0xff]).toString("base64");
  return { ...file, mediaType: "image/png", data };
}

function word(place: string, session: (text: string) => Session): Probe {
  return { place, session, isVerbatim: true };
}

/** The content of a file, which may be in base64. */
function content(place: string, session: (text: string) => Session): Probe {
  return { place, session, isVerbatim: false };
}

function number(place: string, session: (value: number) => Session): Probe {
  return { place, session: (_, value) => session(value), isVerbatim: false };
}

function usageProbes(whose: string, session: (usage: Usage) => Session): Probe[] {
  return [
    number(`input tokens ${whose}`, (inputTokens) => session({ inputTokens })),
    number(`output tokens ${whose}`, (outputTokens) => session({ outputTokens })),
    number(`tokens from the cache ${whose}`, (cacheReadTokens) => session({ cacheReadTokens })),
    number(`tokens into the cache ${whose}`, (cacheWriteTokens) => session({ cacheWriteTokens })),
    number(`tokens of reasoning ${whose}`, (reasoningTokens) => session({ reasoningTokens })),
    number(`the cost ${whose}`, (amount) => session({ cost: { amount, currency: "EUR" } })),
  ];
}

/** A short talk in which a model does something. */
function talk(
  parts: Part | Part[],
  rest: Partial<Session> = {},
  message: Partial<Message> = {},
): Session {
  const done = { ...answer("a", "I do.", ...[parts].flat()), ...message };
  return sessionOf([prompt("q", "Please help me."), done, prompt("z", "Thanks.")], rest);
}

function editing(edit: Partial<FileEdit>): ToolCall {
  return { ...call, kind: "edit", edits: [{ path: "a.txt", kind: "update", ...edit }] };
}

function adding(line: string): Hunk {
  return { oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: [`+${line}`] };
}

function withSubagent(subagent: Session): Session {
  return talk(taskFor("helper"), { subagents: [subagent] });
}

function agent(id: string, text: string, ...parts: Part[]): Session {
  return sessionOf([prompt(`${id}-q`, "Look."), answer(`${id}-a`, text, ...parts)], {
    id,
    title: "A helper",
    parent: { sessionId: "5f0c7d1e", relation: "subagent" },
  });
}
