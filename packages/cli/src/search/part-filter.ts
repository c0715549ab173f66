import { sessionKey } from "@chatexport/archive/names";
import type { ListedSession } from "@chatexport/core";
import { usageError } from "../cli-error.js";
import type { Role, SearchOptions } from "../options.js";
import type { SessionPart } from "./session-parts.js";

/** Whether a part of a session is wanted, as far as its text does not matter. */
export type PartFilter = (part: SessionPart) => boolean;

/**
 * What the user wants of each session: by role, tool and time. What has no time of its own is wanted
 * when its session is. Throws a usage error when the options cannot be meant.
 */
export function partFilter({
  role,
  tool,
  since = Number.NEGATIVE_INFINITY,
  until = Number.POSITIVE_INFINITY,
}: Pick<SearchOptions, "role" | "tool" | "since" | "until">): PartFilter {
  if (tool && role && !role.includes("tool"))
    throw usageError("--tool is about what tools did, which --role leaves out: add --role tool.");
  const isOfRole = (part: { role?: Role }) =>
    !role || (part.role !== undefined && role.includes(part.role));
  // Kinds are written in one way, names of tools as each tool likes it.
  const names = tool?.map((name) => name.toLowerCase()) ?? [];
  const isOfTool = ({ call }: SessionPart) =>
    !tool ||
    (call !== undefined && (tool.includes(call.kind) || names.includes(call.name.toLowerCase())));
  const isInTime = ({ message }: SessionPart) => {
    const time = Date.parse(message?.createdAt ?? "");
    return Number.isNaN(time) || (since <= time && time <= until);
  };
  return (part) => isOfRole(part) && isOfTool(part) && isInTime(part);
}

/** Leaves out what a session has copied from one that is searched as well. */
export function copyFilter({ ref }: ListedSession, searched: ReadonlySet<string>): PartFilter {
  return ({ message }) => {
    const original = message?.copiedFrom?.sessionId;
    return (
      original === undefined || !searched.has(sessionKey({ source: ref.source, id: original }))
    );
  };
}
