import { type SinkSubject, sinkChecks } from "@chatexport/testkit";
import { describe, test } from "vitest";
import terminal, { type TerminalOptions } from "../src/index.js";

// Those of our colours; all others would be obeyed as well.
const colors = new RegExp(`${"\u001b"}\\[(?:[1-3]|9|2[2-9]|3[1-36]|39)m`, "g");
const decoder = new TextDecoder();

/** Text has no structure that others could break, but it must hold nothing that a terminal obeys. */
function outline(document: string): unknown {
  const obeyed = document.match(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu);
  if (obeyed) throw new Error(`A terminal would obey ${JSON.stringify(obeyed)}`);
  return [];
}

const language = "the language of code is what its colours were chosen by, and is not printed";
const unmarked = "text at a terminal has no marks that others could write";
const folded = "of a fold, this level of detail shows the line alone";

const sinks: [TerminalOptions, NonNullable<SinkSubject["skip"]>][] = [
  [{}, { "keeps every word of prompts and answers": language }],
  [
    { detail: "conversation", columns: 40 },
    {
      "keeps every word of prompts and answers": language,
      "keeps summaries and the names of calls": folded,
    },
  ],
  [
    { detail: "full", branches: "all", color: true, columns: 120 },
    {
      "keeps every word of prompts and answers": language,
      "has documents whose outlines differ": unmarked,
    },
  ],
];

describe.each(sinks)("%j", (options, skip) => {
  const subject: SinkSubject = {
    create: () => terminal(options),
    isVariant: options.detail !== "full",
    outline,
    text: (document) => decoder.decode(document).replace(colors, ""),
    skip,
  };
  for (const { name, skip, run } of sinkChecks(subject))
    test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
});
