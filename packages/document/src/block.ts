import type { Branch, FilePart, Message, NoticePart, ToolCall } from "@chatexport/core";

/**
 * A piece of a document, in the order in which it is read. No piece says how it is written: a heading
 * is a heading in Markdown and a header in HTML. Blocks within blocks are to be taken in their order
 * and only once, because what was shown before decides what is shown again.
 */
export type Block =
  | TurnBlock
  | MessageBlock
  | EndBlock
  | SectionBlock
  | FoldBlock
  | CallBlock
  | BodyBlock
  | CodeBlock
  | ChecklistBlock
  | AssetBlock
  | LabelBlock
  | ParagraphBlock
  | RemarkBlock
  | NoticeBlock;

/** The beginning of a turn: all that follows until the next turn belongs to its speaker. */
export interface TurnBlock {
  type: "turn";
  role: "prompt" | "answer";
  /** "You", "Assistant"; in the session of a sub-agent "Task", "Sub-agent". */
  speaker: string;
  /** The number of a prompt on the active line of its session, counted from 1. */
  number?: number;
  /** The time of a prompt in UTC, with the day where that is new. */
  time?: string;
  /** The model of an answer, where it is new. */
  model?: string;
  /** The message that begins the turn. */
  message: Message;
  /** The anchor of a prompt, whose message comes next. */
  anchor?: string;
  /** The turn is in a fold or a branch, where headings would be the document's. */
  isNested: boolean;
}

/**
 * The beginning of a message that shows something or is a prompt; all that follows until the next
 * message or turn belongs to it. Additions of the tool before a message come before it.
 */
export interface MessageBlock {
  type: "message";
  message: Message;
  /** Unique in the document, of letters, digits, ".", "_", "~" and "-". It follows from the id. */
  anchor: string;
}

/** The last turn ends: what follows is said by nobody who spoke before, until the next turn. */
export interface EndBlock {
  type: "end";
}

/** A part of a session that stands beside the conversation. It has at least one block. */
export interface SectionBlock {
  type: "section";
  what: "branch" | "subagents" | "attachments";
  title: string;
  /** The branch that the section shows. */
  branch?: Branch;
  blocks: Iterable<Block>;
  /** The section is in a fold, where headings would be the document's. */
  isNested: boolean;
}

/** The kind of content of a fold. */
export type FoldContent =
  | "addition"
  | "command"
  | "compaction"
  | "copies"
  | "edit"
  | "file"
  | "reasoning"
  | "result"
  | "subagent"
  | "tool-call";

/** A line that opens to blocks; without blocks, just the line. */
export interface FoldBlock {
  type: "fold";
  what: FoldContent;
  line: Line;
  blocks: Iterable<Block>;
  /** The call whose details the fold holds. */
  call?: ToolCall;
  /** The id of the session that has the originals of copied messages. */
  session?: string;
}

/** A tool call of which only the line is shown; calls that follow each other are one list. */
export interface CallBlock {
  type: "call";
  line: Line;
  call: ToolCall;
}

/** An untrusted Markdown text, which the writer has to make harmless. */
export interface BodyBlock {
  type: "body";
  markdown: string;
  /** All that was written, where the middle is left out above; it may hold control characters. */
  whole?: string;
}

/** Code, output or data, without control characters. */
export interface CodeBlock {
  type: "code";
  text: string;
  /** "sh", "json", "diff", or whatever a file name ends in. */
  language?: string;
  /** The whole text, where the middle is left out above; it may hold control characters. */
  whole?: string;
}

/** Things with a box before them. */
export interface ChecklistBlock {
  type: "checklist";
  items: { isChecked: boolean; words: Words }[];
}

/** A file whose content the host may put beside the document. */
export interface AssetBlock {
  type: "asset";
  part: FilePart;
}

/** A few words over what follows, less than a heading. */
export interface LabelBlock {
  type: "label";
  title: string;
  /** Less important words after the title. */
  rest?: string;
}

/** A paragraph of ours, about what the conversation shows. */
export interface ParagraphBlock {
  type: "paragraph";
  words: Words;
}

/** A remark of ours in a conversation. */
export interface RemarkBlock {
  type: "remark";
  words: Words;
}

/** Something the tool told its user, in one line. */
export interface NoticeBlock {
  type: "notice";
  level: NoticePart["level"];
  text: string;
}

/** One line that says what a fold holds or what a tool did. */
export interface Line {
  lead: string;
  /** The subject, in code. */
  code?: string;
  /** The subject, in words. */
  words?: string;
  /** The outcome. */
  outcome?: string;
}

/** Words in one line, in which nothing is markup. */
export type Words = Word[];

/** A run of words without control characters; a session is named by its id, which may hold anything. */
export interface Word {
  type: "text" | "code" | "strong" | "session";
  text: string;
}
