import type { System } from "@chatexport/core/read";
import type { OwnSession } from "../own-session.js";
import { transcriptRef } from "./edit.js";
import { ownTranscriptIds, sessionIn } from "./find-transcript.js";
import { applyCopy, planCopy } from "./plan-copy.js";
import { applyDeletion, planDeletion } from "./plan-delete.js";
import { applyRenaming, planRenaming } from "./plan-rename.js";
import { applyTrim, planTrim } from "./plan-trim.js";

/** The sessions of the user's own Claude Code. */
export function claudeSessions(system: System): ReadonlyMap<string, OwnSession> {
  return new Map([...ownTranscriptIds(system)].map(([id, path]) => [id, claudeSession(path)]));
}

function claudeSession(path: string): OwnSession {
  return {
    ...{ source: "claude", id: sessionIn(path), path },
    ref: () => transcriptRef(path),
    rename(title) {
      const planned = planRenaming(path, title);
      return { rewritten: [path], apply: (options) => applyRenaming(planned, options) };
    },
    async copy(at) {
      const planned = await planCopy(path, at);
      const { session, edit, sideFiles } = planned;
      return {
        ...{ id: session, path: planned.path, folder: edit.folder },
        ...{ bytes: edit.after.length, files: 1 + sideFiles.size },
        apply: (options) => applyCopy(planned, options),
      };
    },
    async trim(wanted) {
      const planned = await planTrim(path, wanted);
      const { before, after } = planned.edit;
      return {
        ...{ saved: planned.saved, bytesBefore: before.length, bytesAfter: after.length },
        apply: (options) => applyTrim(planned, options),
      };
    },
    delete() {
      const planned = planDeletion(path);
      const { edit, removed, rewritten } = planned;
      return {
        ...{ bytes: edit.before.length, removed, rewritten },
        apply: (options) => applyDeletion(planned, options),
      };
    },
  };
}
