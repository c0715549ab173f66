import type { Role, SessionPart } from "@chatexport/document/search";
import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";

/** Decides about a part of a session, as far as its text does not matter. */
export type PartFilter = (part: SessionPart) => boolean;

/** The parts of sessions to search. */
export interface WantedParts {
  isWanted: PartFilter;
  /** Those that `--all` would add. */
  isElsewhere: PartFilter;
}

/**
 * What the user wants of each session: what people and models said, or all, or by role and tool; and
 * by time. What has no time of its own is wanted when its session is. Throws a usage error when the
 * options cannot be meant.
 */
export function wantedParts({
  all,
  role,
  tool,
  since = Number.NEGATIVE_INFINITY,
  until = Number.POSITIVE_INFINITY,
}: Pick<OptionsOf<"search">, "all" | "role" | "tool" | "since" | "until">): WantedParts {
  if (tool && role && !role.includes("tool"))
    throw usageError("--tool is about what tools did, which --role leaves out: add --role tool.");
  const isInTime = ({ message }: SessionPart) => {
    const time = Date.parse(message?.createdAt ?? "");
    return Number.isNaN(time) || (since <= time && time <= until);
  };
  if (!role && !tool) {
    const isElsewhere: PartFilter = (part) => !isSaid(part) && !isInjected(part) && isInTime(part);
    return {
      isWanted: (part) => (isSaid(part) && isInTime(part)) || (all === true && isElsewhere(part)),
      isElsewhere: (part) => !all && isElsewhere(part),
    };
  }
  // Kinds are written in one way, names of tools as each tool likes it.
  const names = tool?.map((name) => name.toLowerCase()) ?? [];
  const isOfRole = (part: { role?: Role }) =>
    !role || (part.role !== undefined && role.includes(part.role));
  const isOfTool = ({ call }: SessionPart) =>
    !tool ||
    (call !== undefined && (tool.includes(call.kind) || names.includes(call.name.toLowerCase())));
  return {
    isWanted: (part) => isOfRole(part) && isOfTool(part) && isInTime(part),
    isElsewhere: () => false,
  };
}

/** A title, or what a person or a model said. */
export function isSaid({ in: place, role }: SessionPart): boolean {
  return place === "title" || (place === "text" && (role === "user" || role === "assistant"));
}

/** What the tool put among the words of others: reminders, instructions, commands. */
function isInjected({ in: place, role }: SessionPart): boolean {
  return place === "text" && role === "system";
}
