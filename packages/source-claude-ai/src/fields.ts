import { defined, type FilePart, type Json, type JsonObject } from "@chatexport/core";
import { listOf, objectOf, setField, textOf } from "@chatexport/core/read";

/**
 * The fields of a record that have no place in the model. Most records have many that say nothing:
 * null, false, empty.
 */
export function remainder(
  record: JsonObject,
  consumed: ReadonlySet<string>,
): JsonObject | undefined {
  let rest: JsonObject | undefined;
  for (const name in record) {
    const value = record[name];
    if (value === undefined || consumed.has(name) || saysNothing(value)) continue;
    rest ??= {};
    setField(rest, name, value);
  }
  return rest;
}

function saysNothing(value: Json): boolean {
  return value === null || value === false || value === "" || listOf(value)?.length === 0;
}

/** A file that is only named: exports hold no files. */
export function missingFile(file: Omit<FilePart, "type" | "missing">): FilePart {
  return { type: "file", missing: "not in the export", ...file };
}

/** What was uploaded with a message: `attachments` with the text in them, `files` by name. */
export function uploads({ attachments, files }: JsonObject): FilePart[] {
  return [...objectsIn(attachments).map(attachment), ...objectsIn(files).map(file)];
}

function attachment({ file_name, file_type, extracted_content }: JsonObject): FilePart {
  const type = textOf(file_type);
  const named = defined({
    name: textOf(file_name),
    // Some exports hold a file extension in its place.
    mediaType: type?.includes("/") ? type : undefined,
  });
  const text = textOf(extracted_content);
  return text === undefined
    ? missingFile({ ...named, from: "upload" })
    : { type: "file", ...named, from: "upload", text };
}

function file({ file_name }: JsonObject): FilePart {
  return missingFile({ ...defined({ name: textOf(file_name) }), from: "upload" });
}

function objectsIn(list: Json | undefined): JsonObject[] {
  return (listOf(list) ?? []).map(objectOf).filter((item) => item !== undefined);
}
