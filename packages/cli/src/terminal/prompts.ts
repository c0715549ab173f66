import { Writable } from "node:stream";
import picocolors from "picocolors";

/** Something that can be chosen. */
export interface Choice {
  value: string;
  /** One harmless line that fits the terminal. */
  label: string;
  /** A remark that is no part of the answer. */
  hint?: string;
  /** The text that a search looks through, when it is more than the label. */
  text?: string;
}

/** Questions at a terminal; each answer is undefined when the user wants no more of them. */
export type Prompts = Awaited<ReturnType<typeof openPrompts>>;

/** Columns that the library draws beside a choice. */
export const columnsBesideChoice = 6;

const mostShown = 10;

const nothingChosen = "Enter takes this line, Tab marks several";

/** Opens a terminal for questions; `signal` ends the one that is open. */
export async function openPrompts(hasColors: boolean, signal: AbortSignal) {
  const clack = await import("@clack/prompts");
  const { dim } = picocolors.createColors(hasColors);
  // At once, as everywhere else: what the user types there is nothing.
  clack.updateSettings({ aliases: { "\u0004": "cancel" } });
  let rewrite = (text: string) => text;
  const output = promptOutput(hasColors, (text) => rewrite(text));
  const common = { input: process.stdin, output, signal };
  const answer = <Value>(given: Value | typeof clack.CANCEL_SYMBOL): Value | undefined =>
    given === clack.CANCEL_SYMBOL ? undefined : given;

  return {
    begin: (title: string) => clack.intro(title, common),
    end: (sentence: string) => clack.outro(sentence, common),
    cancel: (sentence: string) => clack.cancel(sentence, common),
    one: async (message: string, options: Choice[], initialValue: string) =>
      answer(await clack.select({ ...common, message, options, initialValue })),
    /** Some of many: those that are marked, else the one under the cursor; `summary` says which. */
    async search(question: string, choices: Choice[], summary: (values: string[]) => string) {
      const texts = new Map(choices.map(({ value, label, text = label }) => [value, text]));
      let prompt:
        | { state: string; selectedValues: string[]; focusedValue: string | undefined }
        | undefined;
      const chosen = () => {
        const { selectedValues = [], focusedValue } = prompt ?? {};
        return selectedValues.length > 0 || focusedValue === undefined
          ? selectedValues
          : [focusedValue];
      };
      // The library counts what is marked, which is nothing when the cursor says what is meant.
      rewrite = (text) => text.replace(/\d+ items selected/, () => summary(chosen()));
      const given = await clack.autocompleteMultiselect<string>({
        ...common,
        // Looked at whenever the question is drawn: what Enter does now.
        get message() {
          if (prompt?.state === "submit" || prompt?.state === "cancel") return question;
          const marked = prompt?.selectedValues.length ?? 0;
          return `${question}  ${dim(marked > 0 ? `${marked} chosen` : nothingChosen)}`;
        },
        maxItems: mostShown,
        options() {
          prompt = this;
          return choices;
        },
        filter: (search, { value }) => hasWords(texts.get(value) ?? "", search),
      });
      rewrite = (text) => text;
      return answer(given) && chosen();
    },
    /** Yes or no, which is the usual answer. */
    confirm: async (message: string) =>
      answer(await clack.confirm({ ...common, message, initialValue: false })),
    async line(message: string, usual: string) {
      const wording = { message, placeholder: usual, defaultValue: usual };
      const validate = (text?: string) => (text?.trim() === "-" ? "Give a folder." : undefined);
      return answer(await clack.text({ ...common, ...wording, validate }));
    },
  };
}

function hasWords(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

// Not what is dim: that is how the choice under the cursor is told from the others.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how colours are written.
const color = /\u001b\[[349]\dm/g;

/** Standard error, since prompts are no data; `rewrite` has the last word on each text. */
function promptOutput(hasColors: boolean, rewrite: (text: string) => string): Writable {
  const { stderr } = process;
  const output = new Writable({
    decodeStrings: false,
    write(chunk: unknown, _, done) {
      const text = rewrite(String(chunk));
      // The library colours whatever the environment says.
      stderr.write(hasColors ? text : text.replace(color, ""));
      done();
    },
  });
  Object.defineProperties(output, {
    columns: { get: () => stderr.columns },
    rows: { get: () => stderr.rows },
    isTTY: { value: true },
  });
  stderr.on("resize", () => output.emit("resize"));
  return output;
}
