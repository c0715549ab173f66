import { type Message, present, type Session, schemaVersion } from "@chatexport/core";
import type { Trace } from "../head/locator.js";
import { says } from "../says.js";

/** Lists a session that left only a trace. */
export function traceOf(
  id: string,
  locator: Trace["locator"],
  revision: string,
  more: Partial<Pick<Trace, "archived" | "bytes">> = {},
): Trace {
  const { titleFrom: _, ...listed } = locator.head;
  return present({ id, source: "claude", ...listed, ...more, trace: true, revision, locator });
}

/** A session that left only a trace: a notice says so to readers, before what there is. */
export function tracedSession(
  id: string,
  { format, path, head, subagents = [] }: Trace["locator"],
  code: string,
  said: string,
  more: Partial<Session> = {},
): Session {
  const { branch, ...known } = head;
  const left = subagents.length > 0 ? ` ${says.agentsLeft}` : "";
  const notice: Message = {
    id: code,
    role: "system",
    parts: [{ type: "notice", level: "info", text: `${said}${left}`, code }],
  };
  return present({
    schemaVersion,
    id,
    source: "claude",
    format,
    ...known,
    git: branch === undefined ? undefined : { branch },
    model: more.model,
    archived: more.archived,
    messages: [notice, ...(more.messages ?? [])],
    records: more.records ?? { read: 0, kept: 0 },
    origin: { path },
  });
}
