import {
  type Diagnostic,
  type Source,
  sessions,
  tallyAddsUp,
  withSubagents,
} from "@chatexport/core";
import { wrongSessionField } from "@chatexport/core/fields";

/**
 * Reads all sessions of a source: none may fail, be what the model does not say, or leave a record uncounted.
 * An error that is expected may be reported, unless the reader itself caused it.
 */
export async function readAll(source: Source, expected?: ReadonlySet<string>): Promise<void> {
  const report = ({ severity, code, cause }: Diagnostic) => {
    if (severity === "error" && !(expected?.has(code) && !(cause instanceof TypeError)))
      throw new Error(code, { cause });
  };
  for await (const { session } of sessions([source], { report })) {
    const wrong = wrongSessionField(session);
    if (wrong !== undefined) throw new Error(`${wrong} is not what the model says.`);
    for (const { id, records } of withSubagents(session))
      if (!tallyAddsUp(records)) throw new Error(`The tally of ${id} does not add up.`);
  }
  await source.close?.();
}
