import type { FingerprintInput } from "@chatexport/archive";
import { SessionError, type Transform, withoutReasoning, withoutSubagents } from "@chatexport/core";
import type { ContentOptions } from "../../options/option-table.js";
import { version } from "../files/package-file.js";
import type { Redaction } from "./redaction.js";

/** The rules that change sessions before they are shown. */
export interface ContentRules {
  /** Hides first, then masks: what is hidden need not be searched for secrets. */
  transforms: Transform[];
  /** The inputs that the documents depend on for that. */
  inputs: FingerprintInput[];
}

/** The rules that hide what the user asked for, and the redaction after them. */
export function contentFor(
  { reasoning = true, subagents = true }: Partial<ContentOptions>,
  redaction: Redaction,
): ContentRules {
  const hiding = [
    ...(subagents ? [] : [{ name: "subagents", transform: withoutSubagents }]),
    ...(reasoning ? [] : [{ name: "reasoning", transform: withoutReasoning }]),
  ];
  const options = Object.fromEntries(hiding.map(({ name }) => [name, false]));
  // Where nothing is hidden, documents of earlier versions are as they would be now.
  const inputs = hiding.length > 0 ? [{ name: "content", version, options }] : [];
  return {
    transforms: [...hiding.map(({ transform }) => transform), ...redaction.transforms].map(careful),
    inputs: [...inputs, ...redaction.inputs],
  };
}

/** A transform whose failure costs one session: the others of an export must not wait for its mend. */
function careful(transform: Transform): Transform {
  return async (session, context) => {
    try {
      return await transform(session, context);
    } catch (cause) {
      throw new SessionError(cause);
    }
  };
}
