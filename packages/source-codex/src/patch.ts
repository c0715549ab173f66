import { type FileEdit, type JsonObject, present } from "@chatexport/core";
import { objectOf, stringOf, textOf, unifiedHunks } from "@chatexport/core/read";

/** The changes that the tool noted after it had applied a patch. */
export function changedFiles(changes: JsonObject): FileEdit[] {
  return Object.entries(changes).flatMap(([path, value]): FileEdit[] => {
    const change = objectOf(value) ?? {};
    // Older versions write the kind as the key.
    const kind = textOf(change.type) ?? Object.keys(change)[0];
    const inner = textOf(change.type) ? change : (objectOf(change[kind ?? ""]) ?? {});
    const content = stringOf(inner.content);
    if (kind === "add") return [present({ path, kind: "create", after: content })];
    if (kind === "delete") return [present({ path, kind: "delete", before: content })];
    if (kind !== "update") return [];
    const newPath = textOf(inner.move_path);
    const hunks = unifiedHunks(inner.unified_diff);
    return [present({ path, kind: newPath ? "move" : "update", newPath, hunks })];
  });
}
