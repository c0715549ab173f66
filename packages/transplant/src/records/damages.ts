import type { Edit } from "./edit.js";

/** What can be wrong in a transcript, and what a repair does about it; in the order in which it does so. */
export const lineDamages = {
  "byte-order-mark": {
    meaning: "The file begins with a mark of an editor, which hides the first record from the SDK.",
    cure: "The mark goes.",
  },
  "null-bytes": {
    meaning: "A block of the disk was never written: the line is full of zeros.",
    cure: "The zeros go.",
  },
  "joined-records": {
    meaning: "Two records stand in one line, which is none of them.",
    cure: "Each gets a line.",
  },
  "torn-line": {
    meaning: "The last line ends in the middle: the client was killed while it wrote.",
    cure: "The rest of the line goes.",
  },
  "missing-line-end": {
    meaning: "The last line has no end: the client would write its next record into it.",
    cure: "It gets one.",
  },
  "wrong-session-id": {
    meaning: "A record names another session than its file does.",
    cure: "It names that of the file.",
  },
  "sidechain-mark": {
    meaning: "The records say that a sub-agent wrote them: the client finds no conversation.",
    cure: "They say that it was the session.",
  },
  "repeated-record": {
    meaning: "A record is there twice.",
    cure: "The second one goes if it is the same, else it gets an id of its own.",
  },
  "missing-parent": {
    meaning: "A record follows one that is not there.",
    cure: "It follows the record before it.",
  },
  cycle: {
    meaning: "Records follow each other in a circle.",
    cure: "The first of them follows the record before it.",
  },
  "second-root": {
    meaning: "An answer or a result follows nothing: what was before is not sent.",
    cure: "It follows the record before it.",
  },
  "unsigned-reasoning": {
    meaning: "Reasoning without a signature, which the API refuses.",
    cure: "It goes.",
  },
  "empty-text": {
    meaning: "A text of blanks beside others, which the API refuses.",
    cure: "It goes.",
  },
  "unknown-block": {
    meaning: "A block that the API does not know, and refuses.",
    cure: "It becomes text.",
  },
  "refused-image": {
    meaning: "An image of a type or a size that the API refuses.",
    cure: "A text says what it was.",
  },
  "unanswered-server-call": {
    meaning: "A call of a tool of the API without its result, which the API refuses.",
    cure: "It becomes text.",
  },
  "repeated-call-id": {
    meaning: "Two calls have one id, which the API refuses.",
    cure: "The second one and its result get another id.",
  },
  "unanswered-call": {
    meaning: "A call has no result: the client leaves out the whole answer.",
    cure: "It gets a result that says so.",
  },
  "orphaned-result": {
    meaning: "A result has no call: the client leaves it out.",
    cure: "It becomes text.",
  },
} satisfies Record<string, { meaning: string; cure: string }>;

/** All that can be wrong: also where a transcript lies, and with the list of a project's sessions. */
export const damages = {
  "misnamed-file": {
    meaning: "The file has another name than a session can have: the client does not see it.",
    cure: "It gets the name of its session, or of a new one where that is taken.",
  },
  ...lineDamages,
  "lost-transcript": {
    meaning: "A row of the index names a transcript that is not there.",
    cure: "The row goes, with the title that it holds.",
  },
} satisfies Record<string, { meaning: string; cure: string }>;

/** A kind of damage. */
export type Damage = keyof typeof damages;

/** Something that is wrong. */
export interface Finding {
  damage: Damage;
  /** The line in the file, counted from 1; absent where it is about the whole file. */
  line?: number;
}

/** What is wrong with a file, and how it is without that. */
export interface Repair {
  /** In the order in which they are repaired; none when nothing is wrong. */
  findings: Finding[];
  edit: Edit;
}

/** Takes what is found. */
export type Found = (damage: Damage, line: { number: number | undefined }) => void;
