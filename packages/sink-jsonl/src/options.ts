import { checkOptions, type PluginOptions } from "@chatexport/core";

/** The shapes in which a session can be written. */
export type DialectName = "chatexport" | "openai" | "ai-sdk" | "atif" | "session-trace" | "otlp";

const dialects: readonly DialectName[] = [
  "chatexport",
  "openai",
  "ai-sdk",
  "atif",
  "session-trace",
  "otlp",
];

/** The options of this sink. */
export interface JsonlOptions {
  /**
   * `chatexport`, the default, keeps every field and can be read back; `openai` are conversations to
   * train models with, `ai-sdk` messages to show in an application, `atif` trajectories of agents,
   * `session-trace` traces for the viewer of the Hugging Face Hub, `otlp` traces for OpenTelemetry.
   */
  dialect?: DialectName;
}

/** The options as a host offers them to its user. */
export const options = {
  dialect: {
    type: "string",
    values: dialects,
    description:
      "The shape of the lines: chatexport (the default, keeps everything), openai, ai-sdk, atif, session-trace or otlp",
  },
} satisfies PluginOptions;

/** The options with their defaults; throws an OptionError for an unknown name or value. */
export function settingsOf(given: JsonlOptions): Required<JsonlOptions> {
  checkOptions(given, options);
  return { dialect: given.dialect ?? "chatexport" };
}
