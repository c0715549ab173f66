import {
  type Diagnostic,
  type Session,
  type Source,
  sessions,
  tallyAddsUp,
  withSubagents,
} from "@chatexport/core";
import { wrongSessionField } from "@chatexport/core/fields";

interface Expectations {
  /** Codes of errors that may be reported, unless the reader itself caused them. */
  expected?: ReadonlySet<string>;
  /** The first field of a session that is wrong. */
  wrong?: (session: Session) => string | undefined;
}

/** Reads all sessions of a source: none may fail, be what the model does not say, or leave a record uncounted. */
export async function readAll(
  source: Source,
  { expected, wrong = wrongSessionField }: Expectations = {},
): Promise<void> {
  const report = ({ severity, code, cause }: Diagnostic) => {
    if (severity === "error" && !(expected?.has(code) && !(cause instanceof TypeError)))
      throw new Error(code, { cause });
  };
  for await (const { session } of sessions([source], { report })) {
    const field = wrong(session);
    if (field !== undefined) throw new Error(`${field} is not what the model says.`);
    for (const { id, records } of withSubagents(session))
      if (!tallyAddsUp(records)) throw new Error(`The tally of ${id} does not add up.`);
  }
  await source.close?.();
}
