import { contextFor, listSessions, type SessionRef } from "@chatexport/core";
import { isWithin, type MissingProject, missingProjects } from "@chatexport/relocate";
import claude from "@chatexport/source-claude";
import {
  type ChatList,
  listSessions as copilotSessions,
  incompleteLists,
  placesOf,
} from "@chatexport/source-copilot/paths";
import opencode from "@chatexport/source-opencode";
import { isLeftInFiles } from "@chatexport/source-opencode/paths";

/** Sessions that a tool keeps and does not list, for one reason. */
export type Unlisted =
  | { reason: "folder-gone"; refs: SessionRef[]; project: MissingProject }
  | { reason: "not-in-database"; refs: SessionRef[] }
  | { reason: "not-in-list"; refs: SessionRef[]; list: ChatList };

/**
 * The sessions in the user's own stores that Claude Code, OpenCode and VS Code do not list: of folders that are gone,
 * in files beside the database, without a row in the list of chats.
 */
export async function findUnlisted(): Promise<Unlisted[]> {
  const context = contextFor({ report() {} }, {});
  return [
    ...ofMissingProjects(await refsOf(claude())),
    ...leftInFiles(await refsOf(opencode())),
    ...incompleteLists(copilotSessions(placesOf({}), context)).map(
      (list): Unlisted => ({ reason: "not-in-list", refs: list.missing, list }),
    ),
  ];
}

async function refsOf(source: ReturnType<typeof claude>): Promise<SessionRef[]> {
  const listed = await listSessions([source], { report() {} });
  await source.close?.();
  // Of a deleted session nothing is left to list.
  return listed.flatMap(({ ref }) => (ref.trace || ref.listedBy ? [] : [ref]));
}

/** A folder that lies in another missing one moves along with that. */
function ofMissingProjects(refs: readonly SessionRef[]): Unlisted[] {
  return missingProjects(refs)
    .filter(({ isInner }) => !isInner)
    .map((project) => {
      const own = refs.filter(({ project: of, cwd }) =>
        isWithin(of?.path ?? cwd ?? "", project.path),
      );
      return { reason: "folder-gone", refs: own, project };
    });
}

function leftInFiles(refs: readonly SessionRef[]): Unlisted[] {
  const left = refs.filter(isLeftInFiles);
  return left.length > 0 ? [{ reason: "not-in-database", refs: left }] : [];
}
