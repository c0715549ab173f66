import type { Context, EditPart } from "@chatexport/core";
import { numberOf, objectOf, objectsOf } from "@chatexport/core/read";
import { notesBeside } from "../beside.js";
import type { Head } from "../head.js";
import { editsAt } from "./places.js";
import { addressOf } from "./values.js";

/** What became of the changes of files, by their paths: the editor notes it beside the chats. */
export function keptEdits(head: Head, context: Context): ReadonlyMap<string, EditPart["status"]> {
  const states = new Map<string, EditPart["status"]>();
  const place = editsAt(head.path, head.id);
  const notes = place === undefined ? undefined : notesBeside(place, context);
  const snapshot = objectOf(notes?.recentSnapshot);
  for (const entry of objectsOf(snapshot?.entries)) {
    const path = addressOf(entry.resource);
    const status = statuses[numberOf(entry.state) ?? -1];
    if (path !== undefined && status !== undefined) states.set(path, status);
  }
  return states;
}

/** Changed and not decided on, kept, undone. */
const statuses: readonly EditPart["status"][] = ["proposed", "accepted", "rejected"];
