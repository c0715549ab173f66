import type { Diagnostic } from "@chatexport/core";

/** A sub-agent is listed by itself, because the session that it worked for is gone. */
export function strayAgent({ source, id }: { source: string; id: string }): Diagnostic {
  const message = "The session that the sub-agent worked for is gone, and it was left out.";
  return { severity: "info", code: "lone-helper", message, source, session: id };
}
