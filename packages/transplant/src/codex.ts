import codexSink, { threadIdOf } from "@chatexport/sink-codex";
import codexSource from "@chatexport/source-codex";
import { rolloutPath, rolloutsNamed } from "@chatexport/source-codex/paths";
import type { Target } from "./target.js";

/** Codex goes on with a rollout that lies among its own. */
export const codex: Target = {
  title: "Codex",
  sink: () => codexSink(),
  source: (path) => codexSource({ roots: [path] }),
  idOf: threadIdOf,
  filesOf: rolloutsNamed,
  pathOf: ({ id, startedAt }, system) => rolloutPath(id, startedAt, system),
  command: (id) => ["codex", "resume", id],
};
