import { checkOptions, type PluginOptions, wrongOption } from "@chatexport/core";

/** The shapes of a line: dialects of the sink jsonl that have a line for a conversation. */
export type RowDialect = "openai" | "ai-sdk" | "atif";

/** The rule that decides whether a session is for training or for tests. */
export type Split = "project" | "time";

/** A way in which a session can have ended. */
export type Outcome = "tests-passed" | "committed" | "not-interrupted";

const dialects: readonly RowDialect[] = ["openai", "ai-sdk", "atif"];
const splits: readonly Split[] = ["project", "time"];
const outcomes: readonly Outcome[] = ["tests-passed", "committed", "not-interrupted"];

/** The choices about a data set. */
export interface DatasetOptions {
  /** `openai`, the default, are chat completions; see the sink jsonl. */
  dialect?: RowDialect;
  /**
   * `project`, the default, puts all sessions of a project on the same side, whatever is added later;
   * `time` tests with the newest ones.
   */
  split?: Split;
  /** The number of 100 projects or sessions that are for tests: 10 by default, 0 for none. */
  test?: number | string;
  /** Outcomes of which a session must have one, as far as its commands tell. */
  outcome?: readonly Outcome[];
  /** The fewest prompts of a session: 1 by default. */
  prompts?: number | string;
  /** The fewest calls of tools in a session: 0 by default. */
  calls?: number | string;
  /** For the card: an identifier as the Hugging Face Hub knows it, such as "mit"; "unknown" by default. */
  license?: string;
}

/** The options as a host offers them to its user. */
export const options = {
  dialect: {
    type: "string",
    values: dialects,
    description: "The shape of the lines: openai (the default), ai-sdk or atif",
  },
  split: {
    type: "string",
    values: splits,
    description: "Keep projects together (project, the default), or test with the newest (time)",
  },
  test: {
    type: "string",
    description: "How many of 100 are for tests; 10 by default, 0 for none",
  },
  outcome: {
    type: "string",
    multiple: true,
    values: outcomes,
    description: "Only sessions that ended so, as far as what followed the last edit tells",
  },
  prompts: {
    type: "string",
    description: "Only sessions with so many prompts; 1 by default",
  },
  calls: {
    type: "string",
    description: "Only sessions with so many calls of tools; 0 by default",
  },
  license: {
    type: "string",
    description:
      "The licence that the card names, as the Hugging Face Hub spells it; unknown by default",
  },
} satisfies PluginOptions;

/** The options, each with a value. */
export interface Settings {
  dialect: RowDialect;
  split: Split;
  /** From 0 to 1. */
  testShare: number;
  outcome: readonly Outcome[];
  fewestPrompts: number;
  fewestCalls: number;
  license: string;
}

/** The options with their defaults; throws an OptionError for an unknown name or value. */
export function settingsOf(given: DatasetOptions): Settings {
  checkOptions(given, options, ["test", "prompts", "calls"]);
  const { dialect = "openai", split = "project", outcome = [], license = "unknown" } = given;
  if (!/^[\w.+-]{1,60}$/.test(license))
    throw wrongOption("license", "an identifier such as mit or cc-by-4.0", license);
  return {
    dialect,
    split,
    testShare: wholeNumber("test", given.test ?? 10, 99) / 100,
    outcome: outcomes.filter((one) => outcome.includes(one)),
    fewestPrompts: wholeNumber("prompts", given.prompts ?? 1),
    fewestCalls: wholeNumber("calls", given.calls ?? 0),
    license,
  };
}

function wholeNumber(name: string, value: number | string, most = Number.MAX_SAFE_INTEGER): number {
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number === "number" && Number.isSafeInteger(number) && number >= 0 && number <= most)
    return number;
  const range = most < Number.MAX_SAFE_INTEGER ? ` from 0 to ${most}` : "";
  throw wrongOption(name, `a whole number${range}`, value);
}
