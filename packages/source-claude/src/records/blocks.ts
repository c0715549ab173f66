import { type FilePart, type JsonObject, type Part, present } from "@chatexport/core";
import { Fields } from "@chatexport/core/source";
import { filePart } from "./file-part.js";
import { named } from "./named-fields.js";

/** A block whose fields are taken one by one; `names` gets the names of those that are unknown. */
export function blockFields(block: JsonObject, names?: string[]): Fields {
  const fields = new Fields(block, named, names);
  fields.text("type");
  return fields;
}

/** An image or document. */
export function fileOf(block: JsonObject, from: FilePart["from"], names?: string[]): FilePart {
  const part = filePart(block, from);
  // Its rest tells the names.
  blockFields(part.native ?? {}, names).rest();
  return part;
}

/** A file that a tool left on the vendor's servers. */
export function uploadedFile(block: JsonObject, names?: string[]): FilePart {
  const fields = blockFields(block, names);
  const name = fields.string("file_id");
  const missing = "stored on the vendor's servers";
  return present({ type: "file", name, missing, from: "tool", native: fields.rest() });
}

/** Parts of one block of which the first one keeps what the model has no field for. */
export function withNative(parts: Part[], native: JsonObject | undefined): Part[] {
  if (!native) return parts;
  const [first = { type: "text", text: "" }, ...others] = parts;
  return [{ ...first, native }, ...others];
}
