import { type FilePart, type JsonObject, present } from "@chatexport/core";
import { listOf, nameSet, objectOf, stringOf, textOf, unreadFields } from "@chatexport/core/read";
import { base64Of, whereOf } from "./values.js";

/** A file, an image or another thing that a prompt came with; undefined for a tool that the user named. */
export function fileOf(variable: JsonObject): FilePart | undefined {
  const kind = textOf(variable.kind) ?? "file";
  if (kind === "tool" || kind === "toolset") return undefined;
  const value = variable.value ?? objectOf(listOf(variable.values)?.[0])?.value;
  const isImage = kind === "image" || variable.isImage === true;
  const data = isImage ? base64Of(value) : undefined;
  const reference = objectOf(listOf(variable.references)?.[0])?.reference;
  const { path, url, range } =
    data === undefined && !(typeof value === "string" && kind !== "file")
      ? whereOf(value ?? variable.uri)
      : whereOf(reference);
  // What is pasted, or taken from a terminal or a commit, is a text.
  const text =
    typeof value === "string" && data === undefined && path !== value && url !== value
      ? value
      : (stringOf(variable.code) ?? stringOf(variable.content));
  return present<FilePart>({
    type: "file",
    mediaType: textOf(variable.mimeType) ?? (isImage ? "image/png" : undefined),
    name: textOf(variable.name),
    path,
    range,
    url,
    data,
    text,
    missing: (data ?? text ?? path ?? url) === undefined ? "not stored" : undefined,
    from:
      kind === "image" || kind === "paste"
        ? "upload"
        : range !== undefined
          ? "selection"
          : "mention",
    native: {
      ...unreadFields(variable, fields, {}),
      ...(kind !== "file" && kind !== "image" && { kind }),
    },
  });
}

const fields = nameSet(
  "kind id name value values mimeType range references isFile isDirectory isImage code content uri",
  "fullName icon isMarkedReadonly",
);
