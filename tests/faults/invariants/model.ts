import { wrongSessionField } from "@chatexport/core/fields";
import { isTooDeep } from "../reading.js";
import type { Invariant } from "./finished.js";

/** Each field holds what the model says, and JSON has a word for it. */
export const fieldsHoldWhatTheModelSays: Invariant = ({ store, before, after, fault }) => {
  // An archive keeps what another version has added to it.
  if (store.name.startsWith("jsonl/")) return [];
  return [...after.sessions].flatMap(([key, { session, jsonl }]) => {
    if (before.sessions.get(key)?.jsonl === jsonl && jsonl !== undefined) return [];
    try {
      const wrong = wrongSessionField(session);
      return wrong === undefined ? [] : [`${key}: ${wrong} is not what the model says`];
    } catch (error) {
      if (fault.isDeep && isTooDeep(error)) return [];
      throw error;
    }
  });
};
