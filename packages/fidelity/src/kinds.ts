/** The demands on the texts of a kind. */
export interface Kind {
  /** The role that it has to be under in a document with labels of roles. */
  readonly role?: Role;
  /** It has a place in the conversation, which an exporter has to keep. */
  readonly isInOrder?: boolean;
  /** It is no part of the conversation: to be left out, or kept below a label such as this. */
  readonly apart?: RegExp;
  /** Nobody typed it: to be left out, or kept apart from what the user said. */
  readonly isInjected?: boolean;
  /** Words for it in a sentence about what was left out. */
  readonly words?: RegExp;
}

/** The speaker of a text; `other` is neither the user nor the model. */
export type Role = "user" | "assistant" | "other";

const user = { role: "user", isInOrder: true } as const;
const assistant = { role: "assistant", isInOrder: true } as const;
const result = { isInOrder: true, words: /output|result|tool|lines|characters/i };

/** The kinds of texts, in the order of a report. */
export const kinds: Readonly<Record<string, Kind>> = {
  prompt: { ...user, words: /prompt|message/i },
  queued: { ...user, words: /queue|prompt|message/i },
  answer: { ...assistant, words: /answer|message/i },
  reasoning: { ...assistant, words: /reasoning|thinking|thought/i },
  command: { ...assistant, words: /command|tool|call/i },
  output: result,
  edit: { ...assistant, words: /edit|diff|patch|tool|call/i },
  result,
  todo: { words: /todo|task|tool/i },
  plan: { words: /plan|tool/i },
  question: { words: /question|tool/i },
  subagent: { words: /agent|sidechain|task/i },
  file: { words: /file|attachment|mention/i },
  image: { words: /image|picture|attachment|media/i },
  summary: { isInOrder: true, words: /summar|compact/i },
  error: { isInOrder: true, words: /error|failure/i },
  hook: { words: /hook/i },
  title: { words: /title|name/i },
  rewind: {
    apart: /branch|rewound|rewind|abandon|undone|discard|supersede|sidechain|edited|"parent\w*"/i,
  },
  injected: { isInjected: true },
};
