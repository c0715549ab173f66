import {
  type FilePart,
  type JsonObject,
  present,
  type Synthetic,
  type TextPart,
} from "@chatexport/core";
import { listOf, nameSet, objectOf, stringOf, textOf, unreadFields } from "@chatexport/core/read";
import { base64Of, whereOf } from "./values.js";

/** What a prompt came with; undefined for a tool that the user named. */
export function attachedPart(variable: JsonObject): FilePart | TextPart | undefined {
  const kind = textOf(variable.kind) ?? "file";
  // Until early 2025 a tool has no kind.
  if (kind === "tool" || kind === "toolset" || variable.isTool === true) return undefined;
  const file = fileOf(variable, kind);
  const synthetic = addedAs(kind, variable);
  const text = file.text ?? file.path ?? file.url;
  if (synthetic === undefined || text === undefined) return file;
  const native = present<JsonObject>({ ...file.native, name: file.name });
  return { type: "text", text, synthetic, native };
}

/** As what the editor adds something itself: files and lists of instructions, what it knows of the repository. */
function addedAs(kind: string, { automaticallyAdded }: JsonObject): Synthetic | undefined {
  if (kind === "workspace") return "context";
  return automaticallyAdded === true ? "instructions" : undefined;
}

/** A file, an image or another thing that has a value. */
function fileOf(variable: JsonObject, kind: string): FilePart {
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
  "kind name value values mimeType range references isFile isDirectory isImage code content uri",
  "fullName icon isMarkedReadonly automaticallyAdded",
);
