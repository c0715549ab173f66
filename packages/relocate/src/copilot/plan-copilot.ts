import { dirname, join } from "node:path";
import { contextFor, present } from "@chatexport/core";
import { realPath } from "@chatexport/core/read";
import {
  isEventLog,
  isPlaced,
  listSessions,
  placeFields,
  placesOf,
} from "@chatexport/source-copilot/paths";
import { addEdit } from "../claude/edit-files.js";
import { linesEdit } from "../claude/edit-records.js";
import type { StoreMove } from "../move/move.js";
import { planEdits } from "../move/plan-edits.js";
import { type StorePlan, sessionStays } from "../move/store-plan.js";
import { isOfProject } from "../verification/verify.js";
import { planVsCode } from "./plan-vs-code.js";
import { workspaceEdit } from "./workspace-edit.js";

/** Plans the changes in the stores of Copilot when a project moves: those of its command line, and those of VS Code. */
export function planCopilot(move: StoreMove): StorePlan {
  const plans = [planCommandLine(move), planVsCode(move)];
  return {
    source: "copilot",
    rewrites: plans.flatMap(({ rewrites }) => rewrites),
    renames: plans.flatMap(({ renames }) => renames),
    emptied: plans.flatMap(({ emptied }) => emptied),
    notes: plans.flatMap(({ notes }) => notes),
    pairs: plans.flatMap(({ pairs }) => pairs),
  };
}

function planCommandLine(move: StoreMove): StorePlan {
  return planEdits("copilot", move, ({ paths, edits, notes }) => {
    const { map } = paths;
    // The source tells of what cannot be read.
    const context = contextFor({ report() {} }, {});
    const places = placesOf(present({ home: move.home })).filter(({ kind }) => kind === "cli");
    for (const ref of listSessions(places, context)) {
      const { path } = ref.locator;
      const files = isEventLog(path) ? [path, join(dirname(path), "workspace.yaml")] : [];
      for (const file of files) {
        const edit = file.endsWith(".yaml") ? workspaceEdit : eventsEdit;
        if (/\.(?:jsonl|yaml)$/.test(file)) addEdit(file, edit, paths, { edits, notes });
      }
      const isMoved = files.some((file) => edits.has(realPath(file)));
      if (!isMoved && isOfProject(ref, map)) notes.push(sessionStays("Copilot", ref.id, path));
    }
  });
}

const isOther = (line: Buffer) => !isPlaced(JSON.parse(line.toString()));

/** The events of a session; most have a time, few a place. */
const eventsEdit = linesEdit(
  "timestamp",
  ({ map }) => [{ fields: placeFields, replace: map.path }],
  isOther,
);
