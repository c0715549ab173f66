import {
  type FileEdit,
  type FileLocation,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type ToolDetails,
} from "@chatexport/core";
import { byName, numberOf, objectOf, objectsOf, stringOf, textOf } from "@chatexport/core/read";

/** What a tool of pi does, in the words of the model, from its arguments. */
export function detailsOf(name: string, input: Json | undefined): ToolDetails {
  return tools.get(name)?.(objectOf(input) ?? {}) ?? { kind: "other" };
}

const tools = byName<(input: JsonObject) => ToolDetails>([
  [({ command }) => present({ kind: "execute", command: stringOf(command) }), "bash"],
  [({ path, offset }) => ({ kind: "read", ...locationsOf(path, offset) }), "read ls"],
  [
    ({ pattern, path }) =>
      present({ kind: "search", query: textOf(pattern), ...locationsOf(path, undefined) }),
    "grep find",
  ],
  [(input) => present({ kind: "edit", edits: nonEmpty(editsOf(input)) }), "edit write"],
]);

function locationsOf(path: unknown, offset: unknown) {
  const [place, line] = [textOf(path), numberOf(offset)];
  return place === undefined ? {} : { locations: [present<FileLocation>({ path: place, line })] };
}

/** One text that is replaced, several since 0.7x, or a whole file. */
function editsOf(input: JsonObject): FileEdit[] {
  const path = textOf(input.path);
  if (path === undefined) return [];
  const content = stringOf(input.content);
  if (content !== undefined) return [{ path, kind: "create", after: content }];
  const pieces = objectsOf(input.edits);
  return (pieces.length > 0 ? pieces : [input]).map(({ oldText, newText }) =>
    present({ path, kind: "update", before: stringOf(oldText), after: stringOf(newText) }),
  );
}
