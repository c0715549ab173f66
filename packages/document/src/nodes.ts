import type { Branch, FilePart, Message, NoticePart, ToolCall } from "@chatexport/core";
import type { Code, InlineCode, List, Literal, Paragraph, Parent, Strong, Text } from "mdast";

/**
 * A node of a document: what mdast has for it (paragraph, list, code), and what only conversations
 * have. No node says how it is written: a turn has a heading in Markdown and a header in HTML.
 */
export type DocumentNode = Turn | MessageNode | Section | Content;

/** A node with a single speaker. */
export type Content =
  | Fold
  | Card
  | CallLine
  | Body
  | Code
  | List
  | Asset
  | Label
  | Paragraph
  | Remark
  | Omission
  | Notice;

/** The messages of one speaker until somebody else speaks. */
export interface Turn extends Parent {
  type: "turn";
  role: "prompt" | "answer";
  /** "You", "Assistant"; in the session of a sub-agent "Task", "Sub-agent". */
  speaker: string;
  /** The number of a prompt on the active branch of its session, counted from 1. */
  number?: number;
  /** The time of a prompt, with day and zone where they are new. */
  time?: string;
  /** The model of an answer, where it is new. */
  model?: string;
  /** The message that begins the turn. */
  message: Message;
  /** The anchor of a prompt, whose message comes first. */
  anchor?: string;
  /** The turn is in a fold or a branch, where headings would be the document's. */
  isNested: boolean;
  children: (MessageNode | Content)[];
}

/**
 * A message that shows something or is a prompt. The tool's addition before it is at the end of the
 * message before.
 */
export interface MessageNode extends Parent {
  type: "message";
  message: Message;
  /** Unique in the document, of letters, digits, ".", "_", "~" and "-". It follows from the id. */
  anchor: string;
  children: Content[];
}

/** A part of a session beside the conversation. It is never empty. */
export interface Section extends Parent {
  type: "section";
  what: "branch" | "subagents" | "attachments";
  title: string;
  /** The branch that the section shows. */
  branch?: Branch;
  /** The section is in a fold, where headings would be the document's. */
  isNested: boolean;
  children: DocumentNode[];
}

/** The kind of content of a fold. */
export type FoldContent =
  | "addition"
  | "calls"
  | "command"
  | "compaction"
  | "copies"
  | "edit"
  | "file"
  | "reasoning"
  | "result"
  | "subagent"
  | "tool-call";

/** A line that opens to its children; without children, just the line. */
export interface Fold extends Parent {
  type: "fold";
  what: FoldContent;
  line: Line;
  /** The call whose details the fold holds. */
  call?: ToolCall;
  /** The id of the session that has the originals of copied messages. */
  session?: string;
  children: DocumentNode[];
}

/** A text that is read as a whole, apart from the talk around it: a plan. */
export interface Card extends Parent {
  type: "card";
  title: string;
  children: Content[];
}

/** A tool call that shows only its line; calls that follow each other are one list. */
export interface CallLine {
  type: "call";
  line: Line;
  call: ToolCall;
}

/** An untrusted Markdown text, which the writer has to make harmless. */
export interface Body extends Literal {
  type: "body";
}

/** A place where a document leaves something out, in words: "98 lines left out". */
export interface Omission extends Literal {
  type: "omission";
  /** The option that shows it, for readers who have a command line. */
  option: "--branches all" | "--detail full";
  /** All of a text whose ends are around this node; it may hold control characters. */
  whole?: string;
  /** The link to all of it, once the host has put it beside the document. */
  url?: string;
}

/** A file whose content the host may put beside the document. */
export interface Asset {
  type: "asset";
  part: FilePart;
  /** The link to its bytes, once the host has put them beside the document. */
  url?: string;
}

/** A few words over what follows, less than a heading. */
export interface Label {
  type: "label";
  title: string;
  /** Less important words after the title. */
  rest?: string;
}

/** A remark of ours in a conversation. */
export interface Remark extends Parent {
  type: "remark";
  children: Words;
}

/** Something the tool told its user, in one line. */
export interface Notice extends Literal {
  type: "notice";
  level: NoticePart["level"];
}

/** One line that says what a fold holds or what a tool did. */
export interface Line {
  /** The verb of the work: "Run", "Edit"; the name of the tool where its kind does not say. */
  lead: string;
  /** The name of the tool, where the lead is another word. */
  tool?: string;
  /** The subject, in code. */
  code?: string;
  /** The subject, in words. */
  words?: string;
  /** The outcome. */
  outcome?: string;
}

/** Words in one line, in which nothing is markup, without control characters. */
export type Words = Word[];

/** A run of words. */
export type Word = Text | InlineCode | Strong | SessionName;

/** The id of a session, which may hold anything; a link to it where there is one. */
export interface SessionName extends Literal {
  type: "session";
}

declare module "mdast" {
  interface RootContentMap {
    turn: Turn;
    message: MessageNode;
    section: Section;
    fold: Fold;
    card: Card;
    call: CallLine;
    body: Body;
    asset: Asset;
    label: Label;
    remark: Remark;
    omission: Omission;
    notice: Notice;
    session: SessionName;
  }
  interface PhrasingContentMap {
    session: SessionName;
  }
}
