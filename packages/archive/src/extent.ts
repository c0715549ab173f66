import {
  allMessages,
  allParts,
  type FileEdit,
  type Json,
  type Message,
  type Part,
  type Session,
  type ToolResult,
  withSubagents,
} from "@chatexport/core";

/** The amount of a conversation, its branches and sub-agents included. */
export interface Extent {
  /** Messages with the role of the user. */
  prompts: number;
  /** All other messages that say or do something. */
  answers: number;
  /** Results of tools that are not blank. */
  results: number;
  /** Files in messages, with their content. */
  files: number;
  /** Calls and parts that edit files, with the content of an edit. */
  edits: number;
  /** Plans, lists and other files that hang on the session as a whole, with their content. */
  attachments: number;
  /** Characters of all answers, without what the tool added. */
  characters: number;
  /** Characters of what tools returned. */
  resultCharacters: number;
  /** Time of the last message (RFC 3339); absent when no message has one. */
  until?: string;
}

/**
 * The extent of a session; with a time (RFC 3339), its extent until then. What has no time counts
 * always, and so do prompts: one that waits for its turn gets a later time when it is sent.
 */
export function extentOf(session: Session, until?: string): Extent {
  const extent: Extent = {
    prompts: 0,
    answers: 0,
    results: 0,
    files: 0,
    edits: 0,
    attachments: 0,
    characters: 0,
    resultCharacters: 0,
  };
  const last = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  for (const one of withSubagents(session)) {
    extent.attachments += one.attachments?.filter(hasContent).length ?? 0;
    for (const message of allMessages(one))
      if (message.role === "user" || !isLater(message.createdAt, last)) addMessage(message, extent);
  }
  return extent;
}

/** True when anything was said in a session after what there was of it. */
export function goesOn(session: Session, { until }: Extent): boolean {
  return isLater(extentOf(session).until, Date.parse(until ?? ""));
}

/** The names that people give to counts that have another name than their field. */
const nouns: Partial<Record<keyof Extent, string>> = {
  results: "tool results",
  resultCharacters: "characters of tool results",
};

// Readers that become better change texts a little, at their ends most of all.
const smallestShare = 0.9;

/** The parts of a session's earlier extent that it has no longer, in words, or undefined. */
export function lossIn(session: Session, archived: Extent): string | undefined {
  const left = extentOf(session, archived.until);
  const counted = goesOn(session, archived) ? steadyCounts : allCounts;
  const missing = counted.filter((what) => left[what] < archived[what]);
  const trimmed = lengths.filter((what) => left[what] < archived[what] * smallestShare);
  const words = (missing.length > 0 ? missing : trimmed).map(
    (what) => `${archived[what] - left[what]} of ${archived[what]} ${nouns[what] ?? what}`,
  );
  return words.length > 0 ? words.join(", ") : undefined;
}

// While a conversation goes on, a prompt that waits may be taken back, and lists come and go: what a
// call shows is not attached as well.
const steadyCounts = ["answers", "results", "files", "edits"] as const;
const lengths = ["characters", "resultCharacters"] as const;
const allCounts = ["prompts", ...steadyCounts, "attachments"] as const;

function isLater(time: string | undefined, moment: number): boolean {
  return Date.parse(time ?? "") > moment;
}

function addMessage(message: Message, extent: Extent): void {
  const isPrompt = message.role === "user";
  let isEmpty = true;
  for (const part of allParts(message)) {
    isEmpty &&= isBlank(part);
    addPart(part, extent);
  }
  if (!isEmpty) extent[isPrompt ? "prompts" : "answers"]++;
  for (const part of message.parts) {
    // What a tool adds hangs on another message when the conversation has gone on.
    if (!isPrompt && !("synthetic" in part && part.synthetic))
      extent.characters += charactersOf(part);
    if (part.type === "tool-call" || part.type === "tool-result")
      extent.resultCharacters += charactersOfResult(part.result);
  }
  const last = Date.parse(extent.until ?? "1970-01-01");
  if (message.createdAt !== undefined && isLater(message.createdAt, last))
    extent.until = message.createdAt;
}

function addPart(part: Part, extent: Extent): void {
  if (part.type === "file" && hasContent(part)) extent.files++;
  if ((part.type === "tool-call" || part.type === "tool-result") && !isEmpty(part.result))
    extent.results++;
  // Not each edit: what a call asked for one by one, its result may tell as one.
  if ("edits" in part && part.edits?.some(hasText)) extent.edits++;
}

function isEmpty(result: ToolResult | undefined): boolean {
  return !result || (result.content.every(isBlank) && charactersIn(result.output) === 0);
}

function hasContent(part: Part): boolean {
  return part.type === "file" && Boolean(part.data || part.text);
}

function hasText({ hunks, before, after }: FileEdit): boolean {
  return hunks !== undefined || before !== undefined || after !== undefined;
}

function isBlank(part: Part): boolean {
  return (part.type === "text" || part.type === "reasoning") && !part.text?.trim();
}

function charactersOf(part: Part): number {
  return part.type === "text" || part.type === "reasoning" ? (part.text?.length ?? 0) : 0;
}

/** The characters of what the model saw and of what the tool returned besides. */
function charactersOfResult(result: ToolResult | undefined): number {
  if (!result) return 0;
  const seen = result.content.reduce((sum, part) => sum + charactersOf(part), 0);
  return seen + charactersIn(result.output);
}

/** The characters of all strings in a value. */
function charactersIn(value: Json | undefined): number {
  let sum = 0;
  // Not by recursion: what a tool returned can be nested as deeply as it likes.
  const open: (Json | undefined)[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") sum += next.length;
    else if (typeof next === "object" && next !== null)
      for (const inner of Object.values(next)) open.push(inner);
  }
  return sum;
}
