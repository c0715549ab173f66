import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
let wire: typeof import("@bufbuild/protobuf/wire") | undefined;

/** Loaded with the first message: most lists meet none, and loading takes as long as they do. */
function wireFormat(): typeof import("@bufbuild/protobuf/wire") {
  wire ??= require("@bufbuild/protobuf/wire") as typeof import("@bufbuild/protobuf/wire");
  return wire;
}

/** A field of a protobuf message: bytes (a text, a message or an id), or a number. */
type Field = { number: number; bytes: Uint8Array } | { number: number; value: number };

/** What could be read of a message whose schema is not known. */
export interface Fields {
  /** In the order of the message; fixed-width numbers and groups are left out. */
  fields: Field[];
  /** False: the bytes are cut off, or no protobuf at all. */
  complete: boolean;
}

/** The fields of a protobuf message. Never throws: what comes before the first error is returned. */
export function readFields(bytes: Uint8Array): Fields {
  const { BinaryReader, WireType } = wireFormat();
  const fields: Field[] = [];
  const reader = new BinaryReader(bytes);
  try {
    while (reader.pos < reader.len) {
      const [number, wireType] = reader.tag();
      if (wireType === WireType.LengthDelimited) fields.push({ number, bytes: reader.bytes() });
      else if (wireType === WireType.Varint)
        fields.push({ number, value: Number(reader.uint64()) });
      else reader.skip(wireType, number);
    }
    return { fields, complete: true };
  } catch {
    return { fields, complete: false };
  }
}

/** The values of a repeated field of bytes. */
export function allBytes({ fields }: Fields, number: number): Uint8Array[] {
  return fields.flatMap((field) =>
    field.number === number && "bytes" in field ? [field.bytes] : [],
  );
}

/** The value of a field of bytes; the last one counts. */
export function lastBytes(fields: Fields, number: number): Uint8Array | undefined {
  return allBytes(fields, number).at(-1);
}

/** The value of a text field, when it is UTF-8. */
export function textField(fields: Fields, number: number): string | undefined {
  const bytes = lastBytes(fields, number);
  return bytes && utf8Of(bytes);
}

/** The value of a number field; zero stands for absent, as everywhere in protobuf. */
export function numberField({ fields }: Fields, number: number): number | undefined {
  const field = fields.findLast((field) => field.number === number && "value" in field);
  return field && "value" in field && field.value !== 0 ? field.value : undefined;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The bytes as text, or undefined when they are no UTF-8. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
