import { createHash } from "node:crypto";
import { compareStrings } from "@chatexport/core";
import { groupBy } from "@chatexport/core/read";
import type { Conversation } from "./conversation.js";
import type { Settings } from "./options.js";

/** The parts of a data set. */
export const splitNames = ["train", "test"] as const;

/**
 * Says which conversations are for tests: all of some projects, or the newest. Of those, forks that begin alike
 * are on the same side, so that no test asks for what was trained.
 */
export function testsAmong<One extends Conversation>(
  conversations: readonly One[],
  { split, testShare }: Pick<Settings, "split" | "testShare">,
): ReadonlySet<One> {
  const groups = [...groupBy(conversations, split === "time" ? beginning : unitOf)];
  const chosen =
    split === "time"
      ? newest(
          groups.map(([, group]) => group),
          Math.round(conversations.length * testShare),
        )
      : groups.filter(([unit]) => shareOf(unit) < testShare).map(([, group]) => group);
  return new Set(chosen.flat());
}

/** A project, or what begins alike where none is known. */
function unitOf(conversation: Conversation): string {
  return conversation.project ?? beginning(conversation);
}

/** Up to the first answer: forks and copies go on from there. */
function beginning({ fingerprint: { beginnings, whole } }: Conversation): string {
  return beginnings[1] ?? whole;
}

/** A number from 0 to 1 that is always the same for a text. */
function shareOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
}

/** The groups that began last, together no more than so many; those without a time are none of them. */
function newest<One extends Conversation>(groups: readonly One[][], most: number): One[][] {
  const dated = groups
    .map((group) => ({
      group,
      start: group.map(({ startedAt }) => startedAt ?? "").sort()[0] ?? "",
    }))
    .filter(({ start }) => start !== "")
    .sort((a, b) => compareStrings(b.start, a.start));
  const chosen: One[][] = [];
  let left = most;
  for (const { group } of dated) {
    left -= group.length;
    if (left < 0) break;
    chosen.push(group);
  }
  return chosen;
}
