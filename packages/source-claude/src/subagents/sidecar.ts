import type { Context, JsonObject, Session } from "@chatexport/core";
import { objectOf, parseLine, textOf } from "@chatexport/core/read";
import { readFoundFile } from "../files/private-file.js";

const largestMiB = 1;

/** The sidecar beside a sub-agent's transcript (2.1.5x and later). Reports one that is none. */
export async function readSidecar(path: string, context: Context): Promise<JsonObject | undefined> {
  const read = await readFoundFile(path, largestMiB).catch(() => undefined);
  const sidecar = objectOf(parseLine(read && "text" in read ? read.text : ""));
  if (!sidecar)
    context.report({
      severity: "warning",
      code: "malformed-sidecar",
      message:
        "The file beside the sub-agent's transcript cannot be read or is not JSON; the kind of the agent is not known.",
      origin: { path },
    });
  return sidecar;
}

/** What a sidecar says about a session that is a sub-agent. */
export function withSidecar(session: Session, sidecar: JsonObject | undefined): Session {
  if (!sidecar) return session;
  const titled = withTitle(session, textOf(sidecar.description));
  return { ...titled, native: { ...session.native, sidecar } };
}

/** A title that the tool made counts only where nothing but the first prompt is known. */
export function withTitle(session: Session, title: string | undefined): Session {
  const isBetter = session.titleFrom === undefined || session.titleFrom === "first-message";
  return title && isBetter ? { ...session, title, titleFrom: "generated" } : session;
}
