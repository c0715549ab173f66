import { statSync } from "node:fs";
import { present } from "@chatexport/core";
import { attempt, realPath } from "@chatexport/core/read";
import { placesOf } from "@chatexport/source-copilot/paths";
import { PlanParts } from "../editor/merge-folders.js";
import { planEditors } from "../editor/plan-editors.js";
import { surveyEditors } from "../editor/survey-editors.js";
import type { Move, StoreMove } from "../move/move.js";
import { pathMap } from "../move/path-map.js";
import type { StorePlan } from "../move/store-plan.js";

/**
 * Plans the changes in the stores of VS Code when a project moves. The chats of a folder lie beside all else that the
 * editor knows of it, in a folder of `workspaceStorage` that gets another name (1.109).
 */
export function planVsCode(move: StoreMove): StorePlan {
  const found = surveyEditors(userFolders(move), "VS Code", move);
  const pairs = [...move.pairs, ...found.pairs];
  const plan = new PlanParts();
  plan.add({ notes: found.notes });
  planEditors(found, { paths: pathMap(pairs), ids: found.ids }, move, plan);
  const { rewrites, renames, emptied, notes } = plan;
  return { source: "copilot", rewrites, renames, emptied, notes, pairs };
}

/** The `User` folders of VS Code and of editors that are built from it. */
export function userFolders({ home }: Pick<Move, "home">): string[] {
  const paths = placesOf(present({ home })).flatMap(({ path, kind }) =>
    kind === "editor" && attempt(() => statSync(path).isDirectory()) ? [path] : [],
  );
  return [...new Map(paths.map((path) => [realPath(path), path])).values()];
}
