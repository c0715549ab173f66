import type { Edit } from "./edit.js";

/** The faults of a transcript, and the repair of each; in the order of the repairs. */
export const lineDamages = {
  "byte-order-mark": {
    meaning: "The file begins with a byte order mark, which hides the first record.",
    cure: "The mark is removed.",
  },
  "null-bytes": {
    meaning: "A block of the disk was never written: the line is full of zeros.",
    cure: "The zeros are removed.",
  },
  "joined-records": {
    meaning:
      "One line holds several records, or the beginning of one before another one, so it does not parse.",
    cure: "Each gets a line of its own.",
  },
  "split-record": {
    meaning: "One record stands on several lines, because a line break in it is not escaped.",
    cure: "It gets one line.",
  },
  "cut-record": {
    meaning: "A piece of a record stands alone, and the whole record is there.",
    cure: "The piece is removed.",
  },
  "torn-line": {
    meaning: "The last line ends in the middle: the tool was killed while it wrote.",
    cure: "The rest of the line is removed.",
  },
  "missing-line-end": {
    meaning: "The last line has no end: the tool would write its next record into it.",
    cure: "The end is added.",
  },
  "half-character": {
    meaning: "Half of a character, a lone surrogate, which the API refuses.",
    cure: "U+FFFD stands for it.",
  },
  "wrong-session-id": {
    meaning: "A record names another session than its file does.",
    cure: "The record gets the file's id.",
  },
  "sidechain-mark": {
    meaning: "The records say that a sub-agent wrote them: Claude Code finds no conversation.",
    cure: "They say that the session wrote them.",
  },
  "repeated-record": {
    meaning: "A record is there twice.",
    cure: "The second one is removed if it is the same; else it gets an id of its own.",
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
    cure: "It is removed.",
  },
  "empty-text": {
    meaning: "A text of blanks beside others, which the API refuses.",
    cure: "It is removed.",
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
    meaning: "A call has no result: Claude Code leaves out the whole answer.",
    cure: "A result is added that says so.",
  },
  "orphaned-result": {
    meaning: "A result has no call: Claude Code leaves it out.",
    cure: "It becomes text.",
  },
} satisfies Record<string, { meaning: string; cure: string }>;

/** All that can be wrong: also where a transcript lies, and with the list of a project's sessions. */
export const damages = {
  "misnamed-file": {
    meaning: "The file has another name than a session can have: Claude Code does not see it.",
    cure: "It gets the name of its session, or of a new one where that is taken.",
  },
  ...lineDamages,
  "lost-transcript": {
    meaning: "A row of the index names a transcript that is not there.",
    cure: "The row is removed, with the title that it holds.",
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

/** The faults of a file, and its content without them. */
export interface Repair {
  /** In the order in which they are repaired; none when nothing is wrong. */
  findings: Finding[];
  /** No line of it is whole, so that nothing would be left. */
  isHopeless: boolean;
  edit: Edit;
}

/** Takes what is found. */
export type Found = (damage: Damage, line: { number: number | undefined }) => void;
