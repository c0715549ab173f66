import type { Feature } from "@chatexport/core";
import type { Detail, DocumentOptions } from "./options.js";

const byDetail: Readonly<Record<Detail, readonly Feature[]>> = {
  conversation: [],
  standard: ["reasoning", "tool-input", "tool-output", "files", "edits", "subagents"],
  full: ["reasoning", "tool-input", "tool-output", "files", "edits", "subagents", "unknown"],
};

/** The features of a session that a document with these settings keeps. */
export function featuresOf({ detail, branches }: Required<DocumentOptions>): Set<Feature> {
  const features = new Set(byDetail[detail]);
  if (branches === "all") features.add("branches");
  return features;
}
