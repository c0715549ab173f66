import type { Part, Session } from "./model.js";
import type { Feature, Sink } from "./plugin.js";
import { allMessages, allParts, withSubagents } from "./walk.js";

/** The features that a session has and a sink does not keep, in alphabetical order. */
export function droppedFeatures(session: Session, sink: Pick<Sink, "keeps">): Feature[] {
  return [...usedFeatures(session)].filter((feature) => !sink.keeps.has(feature)).sort();
}

/** The features that a session has, its sub-agents included. */
export function usedFeatures(session: Session): Set<Feature> {
  const used = new Set<Feature>();
  for (const part of withSubagents(session)) {
    if (part.branches) used.add("branches");
    if (part.subagents) used.add("subagents");
    if (part.attachments) used.add("files");
    if (part.tools) used.add("tool-definitions");
    if (part.usage) used.add("usage");
    if (part.native) used.add("native");
    for (const message of allMessages(part)) {
      if (message.usage) used.add("usage");
      if (message.native) used.add("native");
      for (const piece of allParts(message)) addFeatures(piece, used);
    }
  }
  return used;
}

function addFeatures(part: Part, used: Set<Feature>): void {
  const result = "result" in part ? part.result : undefined;
  if (part.type !== "unknown" && (part.native || result?.native)) used.add("native");
  if (part.type === "tool-call") {
    if (part.input !== undefined || part.rawInput !== undefined) used.add("tool-input");
    if (part.result) used.add("tool-output");
    if ("edits" in part) used.add("edits");
  } else if (part.type !== "reasoning" || part.text) {
    const feature = features[part.type];
    if (feature) used.add(feature);
  }
}

/** The feature that a part of each other type is. */
const features: Readonly<Record<Exclude<Part["type"], "tool-call">, Feature | undefined>> = {
  text: undefined,
  reasoning: "reasoning",
  "tool-result": "tool-output",
  file: "files",
  edit: "edits",
  compaction: undefined,
  notice: undefined,
  unknown: "unknown",
};
