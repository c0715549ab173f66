import { isOfFile, isSaid, type PartLabel, type Role } from "@chatexport/document/search";
import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";

/** Decides about a part of a session, as far as its text does not matter. */
type PartFilter = (part: PartLabel) => boolean;

/** The parts of sessions to search. */
export interface WantedParts {
  isWanted: PartFilter;
  /** Nothing but what was said can be wanted. */
  isSaidOnly: boolean;
  /** Those that `--all` would add, where it would add any. */
  isElsewhere?: PartFilter;
}

/**
 * The parts of each session that the user wants: what people and models said, or all, or by role, tool and file;
 * and by time. What has no time of its own is wanted when its session is. Throws a usage error when the
 * options cannot be meant.
 */
export function wantedParts({
  all,
  role,
  tool,
  file,
  since = Number.NEGATIVE_INFINITY,
  until = Number.POSITIVE_INFINITY,
}: Pick<OptionsOf<"search">, "all" | "role" | "tool" | "file" | "since" | "until">): WantedParts {
  if (tool && role && !role.includes("tool"))
    throw usageError("--tool is about what tools did, which --role leaves out: add --role tool.");
  const isInTime = ({ message }: PartLabel) => {
    const time = Date.parse(message?.createdAt ?? "");
    return Number.isNaN(time) || (since <= time && time <= until);
  };
  if (!role && !tool && !file) {
    const isElsewhere: PartFilter = (part) => !isSaid(part) && !isInjected(part) && isInTime(part);
    return {
      isWanted: (part) => (isSaid(part) && isInTime(part)) || (all === true && isElsewhere(part)),
      isSaidOnly: !all,
      ...(!all && { isElsewhere }),
    };
  }
  // Kinds are written in one way, names of tools as each tool likes it.
  const names = tool?.map((name) => name.toLowerCase()) ?? [];
  const isOfRole = (part: { role?: Role }) =>
    !role || (part.role !== undefined && role.includes(part.role));
  const isOfTool = ({ call }: PartLabel) =>
    !tool ||
    (call !== undefined && (tool.includes(call.kind) || names.includes(call.name.toLowerCase())));
  const isOfAny = (part: PartLabel) => !file || file.some((path) => isOfFile(part, path));
  return {
    isWanted: (part) => isOfRole(part) && isOfTool(part) && isOfAny(part) && isInTime(part),
    isSaidOnly: false,
  };
}

/** Tells if the tool put a text among the words of others: reminders, instructions, commands. */
function isInjected({ in: place, role }: PartLabel): boolean {
  return place === "text" && role === "system";
}
