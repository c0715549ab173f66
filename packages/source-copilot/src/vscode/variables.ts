import {
  type FilePart,
  type Json,
  type JsonObject,
  present,
  type Synthetic,
  type TextPart,
} from "@chatexport/core";
import { listOf, objectOf } from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";
import { addressIn, base64Of, isPlace, isRange, lookAt, whereOf } from "./values.js";

/** The attachment of a prompt; undefined for a tool that the user named. */
export function attachedPart(variable: Fields): FilePart | TextPart | undefined {
  const kind = variable.text("kind") ?? "file";
  const name = variable.text("name");
  // Until early 2025 a tool has no kind.
  if (kind === "tool" || kind === "toolset" || variable.flag("isTool") === true) {
    variable.text("id");
    return undefined;
  }
  const isAdded = variable.flag("automaticallyAdded") === true;
  const file = fileOf(variable, kind, name);
  const synthetic = addedAs(kind, isAdded);
  const text = file.text ?? file.path ?? file.url;
  addNative(file, variable.rest());
  if (synthetic === undefined || text === undefined) return file;
  const native = present<JsonObject>({ ...file.native, name });
  return { type: "text", text, synthetic, native };
}

/** As what the editor adds something itself: files and lists of instructions, what it knows of the repository. */
function addedAs(kind: string, isAdded: boolean): Synthetic | undefined {
  if (kind === "workspace") return "context";
  return isAdded ? "instructions" : undefined;
}

/** A file, an image or another thing that has a value. */
function fileOf(variable: Fields, kind: string, name: string | undefined): FilePart {
  const own = lookAt(variable, "value");
  const listed = objectOf(listOf(lookAt(variable, "values"))?.[0])?.value;
  const value = own ?? listed;
  const isImage = variable.flag("isImage") === true || kind === "image";
  const data = isImage ? base64Of(value) : undefined;
  const isText = data === undefined && typeof value === "string";
  const reference = referenceIn(variable);
  const { path, url, range } =
    data === undefined && !(isText && kind !== "file")
      ? whereOf(value ?? lookAt(variable, "uri"))
      : whereOf(reference);
  // What is pasted, or taken from a terminal or a commit, is a text.
  const text =
    isText && path !== value && url !== value ? value : variable.string("code", "content");
  const isTaken = (each: Json) => data !== undefined || isText || isPlace(each);
  variable.fitting("value", isTaken);
  variable.fitting("values", (list) => listOf(list)?.length === 1 && isTaken(value ?? null));
  variable.fitting("uri", isPlace);
  variable.fitting("range", isRange);
  return present<FilePart>({
    type: "file",
    mediaType: variable.text("mimeType") ?? (isImage ? "image/png" : undefined),
    name,
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
    native: kind === "file" || kind === "image" ? undefined : { kind },
  });
}

/** The origin of a variable; a second reference stays. */
function referenceIn(variable: Fields): Json | undefined {
  const stored = lookAt(variable, "references");
  const [first] = variable.objects("references");
  first?.word(["reference"], "kind");
  if (first) addressIn(first, "reference");
  return objectOf(listOf(stored)?.[0])?.reference;
}
