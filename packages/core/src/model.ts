import type { Json, JsonObject } from "./json.js";
import type { Tally } from "./tally.js";

/*
 * The model that every source builds and every sink renders. Three rules hold for each field:
 * absent means unknown (no filler dates, no zero tokens), empty lists are absent, and everything
 * survives a JSON round trip. Times are RFC 3339 strings in UTC, sizes are bytes, usage is tokens.
 * docs/formats/fields.md maps each field to the tools that it comes from.
 */

/** The version of this model, carried by each session. */
export const schemaVersion = 1 as const;

/** One conversation with a coding agent. */
export interface Session {
  /** Version of this model. */
  schemaVersion: typeof schemaVersion;
  /** The tool's own id, unique within its source. */
  id: string;
  /** The name of the source that read it: "claude", "cursor", … */
  source: string;
  /** The on-disk shape it was read from: "claude/jsonl", … */
  format: string;
  title?: string;
  /** The maker of the title: the user, the tool, or chatexport from the first message. */
  titleFrom?: "user" | "generated" | "first-message";
  /** Time of the first record that has one. */
  startedAt?: string;
  /** Time of the last record that has one. */
  updatedAt?: string;
  /** Working directory at the start, or the one to which the tool moved the session since. */
  cwd?: string;
  /** The project that the directory belongs to. */
  project?: Project;
  /** State of the repository. */
  git?: Git;
  /** The model that answered last; the truth about each answer is `Message.model`. */
  model?: string;
  /** The version of the tool at the start. */
  toolVersion?: string;
  /** The user put the session aside in the tool. */
  archived?: boolean;
  /** The session that it came out of. */
  parent?: Parent;
  /** Set on a sub-agent that the tool started for its own ends. */
  purpose?: Purpose;
  /** The active branch in reading order. */
  messages: Message[];
  /** Every branch that is not the active one. */
  branches?: Branch[];
  /** Complete sessions of the agents that this one started; they are not listed on their own. */
  subagents?: Session[];
  /** Attachments of the session as a whole: plans, todo lists. */
  attachments?: FilePart[];
  /** The tools that its models could call, each once, as they were last told of them. */
  tools?: ToolDefinition[];
  /**
   * A total that the store reports; never a sum of messages. It can include sub-agents, earlier runs and requests
   * of the tool itself, so it is never added to theirs.
   */
  usage?: Usage;
  /** The fate of each record that was read for this session, without its sub-agents. */
  records: Tally;
  /** The place where it was read. */
  origin: Origin;
  /** Vendor data that has no field of its own and is constant for the session. */
  native?: JsonObject;
}

/** A tool as a model is told of it. */
export interface ToolDefinition {
  /** As in `ToolCall.name`. */
  name: string;
  description?: string;
  /** JSON Schema of the arguments. */
  inputSchema?: JsonObject;
  native?: JsonObject;
}

/** The project that a working directory belongs to. */
export interface Project {
  /** Short name. */
  name?: string;
  /** Local path. */
  path?: string;
  /** For workspaces that are not a local path: "vscode-remote://…". */
  uri?: string;
  /** URL of the repository's remote. */
  remote?: string;
}

/** State of the repository when the session ran. */
export interface Git {
  /** The branch, last known. */
  branch?: string;
  /** Hash of the commit. */
  commit?: string;
  /** URL of the remote. */
  remote?: string;
}

/** The session that this one came out of. */
export interface Parent {
  /** Id of the other session; absent where the store does not say which. */
  sessionId?: string;
  relation: "subagent" | "fork" | "continuation";
  /** The call that started the sub-agent. */
  toolCallId?: string;
}

/**
 * The reason why a tool starts a sub-agent when the work needs none: to sum up, to propose, to warm
 * up, to approve.
 */
export type Purpose = "compaction" | "suggestion" | "warm-up" | "approval";

/**
 * Messages beside the active line: left behind (edited, rewound, retried), cut off from the rest, or
 * said while the conversation went on in two places at once.
 */
export interface Branch {
  /** Unique within the session. */
  id: string;
  /** Id of the last message that both branches share; absent when they share none. */
  forkedFrom?: string;
  /** The reason why they are not on the active branch; "parallel": both lines went on. */
  reason: "edit" | "rewind" | "retry" | "orphan" | "parallel";
  /** Only the messages that are not on the active branch. */
  messages: Message[];
}

/** The place where something was read. */
export interface Origin {
  /** File or database; absent on a message that lies where its session lies. */
  path?: string;
  /** Line of a text file, counted from 1, or key of a database row. */
  at?: number | string;
}

/** One contribution by one role. */
export interface Message {
  /** Unique within the session. */
  id: string;
  /** The message before it in the conversation tree. */
  parentId?: string;
  role: "user" | "assistant" | "system";
  createdAt?: string;
  /** "recorded" is the default; "inferred" was derived from its neighbours or its id. */
  createdAtFrom?: "recorded" | "inferred";
  /** The time when it was complete. */
  completedAt?: string;
  /** The model that wrote it. */
  model?: string;
  /** The host of the model: "anthropic", "bedrock", … */
  provider?: string;
  /** The thinking that the model was asked for, in the tool's own word. */
  effort?: string;
  /** The id that the provider gave to the response. */
  responseId?: string;
  /** The version of the tool, where it differs from the session's. */
  toolVersion?: string;
  /** The tool's mode: "plan", "agent", "ask", … */
  mode?: string;
  /** Working directory, where it differs from the session's. */
  cwd?: string;
  /** Its content, in order. */
  parts: Part[];
  /** Tokens of this response; counted once, however many records repeat it. */
  usage?: Usage;
  /** The reason why the model stopped, in the tool's own word. */
  stopReason?: string;
  /** The further records of a message that the store keeps in pieces, in their order. */
  fragments?: Fragment[];
  /** Set when a resume or fork copied the message from another session. */
  copiedFrom?: CopiedFrom;
  /** Set when all its parts were written by the tool. */
  synthetic?: Synthetic;
  /** The place where it was read. */
  origin?: Origin;
  /** Vendor data that has no field of its own and differs from message to message. */
  native?: JsonObject;
}

/** A record that was merged into a message, after the one that the message has its id from. */
export interface Fragment {
  /** The record's own id. */
  id: string;
  createdAt?: string;
}

/** The message of another session that a message repeats. */
export interface CopiedFrom {
  /** The session it was copied from. */
  sessionId: string;
  /** The message there. */
  messageId: string;
}

/** The reason why the tool, neither a person nor the model, wrote a text. */
export type Synthetic =
  | "context"
  | "instructions"
  | "command"
  | "output"
  | "reminder"
  | "hook"
  | "notification"
  | "skill";

/** A piece of a message, in the order of the original. */
export type Part =
  | TextPart
  | ReasoningPart
  | ToolCall
  | ToolResultPart
  | FilePart
  | EditPart
  | CompactionPart
  | NoticePart
  | UnknownPart;

/** Text in Markdown, as it was written. */
export interface TextPart {
  type: "text";
  /** Markdown, as it was written. */
  text: string;
  synthetic?: Synthetic;
  /** The sources that the text rests on. */
  citations?: Citation[];
  native?: JsonObject;
}

/** A source that a model named for what it said. */
export interface Citation {
  url?: string;
  title?: string;
  /** The passage that is cited. */
  text?: string;
  native?: JsonObject;
}

/** A part of the model's thinking. */
export interface ReasoningPart {
  type: "reasoning";
  /** The thinking; absent when the store did not keep it. */
  text?: string;
  /** The vendor encrypted it. */
  redacted?: boolean;
  /** The reasoning as the vendor encrypted it; opaque, never shown. */
  encrypted?: string;
  /** The vendor's proof of its own words, for when a session goes on; opaque, never shown. */
  signature?: string;
  native?: JsonObject;
}

/** A result whose call is missing; every other result is in its `ToolCall`. */
export interface ToolResultPart {
  type: "tool-result";
  /** Id of the missing call. */
  toolCallId: string;
  result: ToolResult;
  native?: JsonObject;
}

/** A file or image, given to the model or shown by a tool. */
export interface FilePart {
  type: "file";
  /** "image/png", "text/plain", … */
  mediaType?: string;
  name?: string;
  /** Its path on the user's machine. */
  path?: string;
  /** Lines of the file that were given, counted from 1, both ends included. */
  range?: { start: number; end?: number };
  url?: string;
  /** Content in base64. */
  data?: string;
  /** Content of a text file. */
  text?: string;
  /** The reason why there is no content. */
  missing?: string;
  /** Its way into the session. */
  from: "upload" | "mention" | "selection" | "tool";
  native?: JsonObject;
}

/** Edits that no tool call carries. */
export interface EditPart {
  type: "edit";
  edits: FileEdit[];
  status?: "proposed" | "accepted" | "rejected";
  native?: JsonObject;
}

/** The place where older messages were replaced by a summary; alone in a system message. */
export interface CompactionPart {
  type: "compaction";
  summary?: string;
  trigger?: "auto" | "manual";
  /** Tokens in the context before. */
  tokensBefore?: number;
  /** Tokens in the context after. */
  tokensAfter?: number;
  native?: JsonObject;
}

/** Something the tool told its user. */
export interface NoticePart {
  type: "notice";
  level: "info" | "warning" | "error";
  text: string;
  /** The tool's own name for it. */
  code?: string;
  native?: JsonObject;
}

/**
 * A record that the source does not know, kept as it is. Beyond the first 10,000 of a session,
 * consecutive records of a type are one part with a list of them.
 */
export interface UnknownPart {
  type: "unknown";
  /** The tool's own name for it. */
  recordType: string;
  /** The record as it is. */
  native: Json;
}

/** The fields that all tool calls have in common. */
export interface ToolCallBase {
  type: "tool-call";
  /** Unique within the session. */
  id: string;
  /** The tool's name, verbatim. */
  name: string;
  /** The line that the tool showed for it. */
  title?: string;
  /** The directory in which it ran, where that is not the session's. */
  cwd?: string;
  /** The MCP server that offers the tool. */
  server?: string;
  /** Arguments, verbatim; absent when the store did not keep them. */
  input?: Json;
  /** Arguments that were not JSON. */
  rawInput?: string;
  /**
   * "pending": the store has no end of it, at most a part of its output or a line that the tool put there;
   * "unknown": the store does not tell how calls end.
   */
  status: "pending" | "completed" | "failed" | "cancelled" | "rejected" | "unknown";
  /** The refuser of a "rejected" call: the user, a rule about what is allowed, or a hook. */
  rejectedBy?: "user" | "rule" | "hook";
  startedAt?: string;
  completedAt?: string;
  result?: ToolResult;
  native?: JsonObject;
}

/** A command in a shell. */
export interface ExecuteCall extends ToolCallBase {
  kind: "execute";
  command?: string;
}

/** A change of files. */
export interface EditCall extends ToolCallBase {
  kind: "edit" | "delete" | "move";
  edits?: FileEdit[];
}

/** A look into files. */
export interface ReadCall extends ToolCallBase {
  kind: "read";
  locations?: FileLocation[];
}

/** A search for files or in files. */
export interface SearchCall extends ToolCallBase {
  kind: "search";
  query?: string;
  /** The places that it searched. */
  locations?: FileLocation[];
}

/** A look into the web. */
export interface FetchCall extends ToolCallBase {
  kind: "fetch";
  url?: string;
  /** Text that was searched, or asked about the page. */
  query?: string;
}

/** A todo list or plan, as it is after the call. */
export interface PlanCall extends ToolCallBase {
  kind: "plan";
  todos?: Todo[];
  /** A plan in prose, in Markdown. */
  text?: string;
}

/** Questions to the user, with the answers. */
export interface QuestionCall extends ToolCallBase {
  kind: "question";
  questions?: Question[];
}

/** Work handed to a sub-agent. */
export interface TaskCall extends ToolCallBase {
  kind: "task";
  /** Id of the sub-agent's session. */
  subagent?: string;
  /** The task as it was given to the sub-agent. */
  task?: string;
}

/** A call without further details. */
export interface PlainCall extends ToolCallBase {
  kind: "think" | "other";
}

/** A tool call together with its result. */
export type ToolCall =
  | ExecuteCall
  | EditCall
  | ReadCall
  | SearchCall
  | FetchCall
  | PlanCall
  | QuestionCall
  | TaskCall
  | PlainCall;

/**
 * The particulars of a tool call: its kind, the fields that only this kind has, title, directory.
 */
export type ToolDetails<Call extends ToolCall = ToolCall> = Call extends ToolCall
  ? Omit<Call, Exclude<keyof ToolCallBase, "title" | "cwd">>
  : never;

/** The kind of work that a tool does, whatever its name. */
export type ToolKind = ToolCall["kind"];

/** The result that a tool returned. */
export interface ToolResult {
  /** The content that the model saw. */
  content: Part[];
  /** The tool's own return value, where the store keeps it apart from the content. */
  output?: Json;
  isError: boolean;
  exitCode?: number;
  /** The content is not all: the tool or the store cut it. */
  truncated?: boolean;
  /** The path of the whole output. */
  fullOutputPath?: string;
  native?: JsonObject;
}

/** A place in a file. */
export interface FileLocation {
  path: string;
  /** Counted from 1. */
  line?: number;
}

/**
 * One change of one file: the hunks that the tool reported, the texts before and after, or both.
 * Hunks show where in the file; the texts may reach further than the hunks.
 */
export interface FileEdit {
  path: string;
  kind: "create" | "update" | "delete" | "move";
  /** The new path of a moved file. */
  newPath?: string;
  /** Lines of the old file that `after` replaces, counted from 1, both ends included. */
  range?: { start: number; end: number };
  hunks?: Hunk[];
  /** The text that was replaced: a whole file or a piece of one. */
  before?: string;
  /** The text that replaced it. */
  after?: string;
}

/** A hunk of a unified diff. */
export interface Hunk {
  /** First line in the old file. */
  oldStart: number;
  /** Number of lines in the old file. */
  oldLines: number;
  /** First line in the new file. */
  newStart: number;
  /** Number of lines in the new file. */
  newLines: number;
  /** Each begins with a space, `+`, `-` or `\`. */
  lines: string[];
}

/** One line of a todo list. */
export interface Todo {
  text: string;
  status: "pending" | "in-progress" | "completed" | "cancelled";
}

/** A question to the user. */
export interface Question {
  /** A short caption. */
  header?: string;
  text: string;
  options?: { label: string; description?: string }[];
  /** More than one option may be chosen. */
  multiple?: boolean;
  /** The choices or words of the user; absent when there was no answer. */
  answers?: string[];
}

/**
 * Tokens, in inclusive totals: input contains cache reads and writes, output contains reasoning.
 * An absent number is unknown, not zero.
 */
export interface Usage {
  /** Cache reads and writes included. */
  inputTokens?: number;
  /** Reasoning included. */
  outputTokens?: number;
  /** The part of the input that was read from the cache. */
  cacheReadTokens?: number;
  /** The part of the input that was written to the cache. */
  cacheWriteTokens?: number;
  /** The part of the output that is reasoning. */
  reasoningTokens?: number;
  /** An amount in a currency; only when the store reports it. */
  cost?: { amount: number; currency: string };
}
