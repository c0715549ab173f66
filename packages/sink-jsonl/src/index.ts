import { apiVersion, type Sink } from "@chatexport/core";
import { aiSdk } from "./dialects/ai-sdk.js";
import { atif } from "./dialects/atif.js";
import { chatexport } from "./dialects/chatexport.js";
import type { Dialect } from "./dialects/dialect.js";
import { openai } from "./dialects/openai.js";
import { otlp } from "./dialects/otlp.js";
import { sessionTrace } from "./dialects/session-trace.js";
import { type DialectName, type JsonlOptions, settingsOf } from "./options.js";

export { type DialectName, type JsonlOptions, options } from "./options.js";

/**
 * Writes a session as JSON Lines: with every field of the model, as schema.json describes, or in the
 * shape of another program. Throws an OptionError for an unknown option or value.
 */
export default function jsonl(options: JsonlOptions = {}): Sink {
  const dialect = dialects[settingsOf(options).dialect];
  return {
    name: "jsonl",
    apiVersion,
    extension: "jsonl",
    mediaType: "application/x-ndjson",
    keeps: dialect.keeps,
    async *render(session, context) {
      for await (const piece of dialect.render(session, context)) {
        // So that no half is taken for all.
        context.signal.throwIfAborted();
        yield piece;
      }
    },
  };
}

/** All dialects by name. */
const dialects: Readonly<Record<DialectName, Dialect>> = {
  chatexport,
  openai,
  "ai-sdk": aiSdk,
  atif,
  "session-trace": sessionTrace,
  otlp,
};
