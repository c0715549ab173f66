import { createRequire } from "node:module";
import { attempt } from "@chatexport/core/read";

const require = createRequire(import.meta.url);
let wire: ReturnType<typeof loadWire> | undefined;

/** Loaded with the first message: most lists meet none, and loading takes as long as they do. */
function loadWire() {
  const { BinaryReader, WireType } =
    require("@bufbuild/protobuf/wire") as typeof import("@bufbuild/protobuf/wire");
  return { BinaryReader, WireType };
}

/** A field of a protobuf message: bytes (a text, a message or an id), or a number; neither of fixed width. */
interface Field {
  number: number;
  bytes?: Uint8Array;
  value?: number;
}

/** The fields that could be read of a protobuf message whose schema is not known. */
export class MessageFields {
  /** In the order of the message. */
  readonly fields: readonly Field[];
  /** False: the bytes are cut off, or no protobuf at all. */
  readonly complete: boolean;

  constructor(fields: readonly Field[], complete: boolean) {
    this.fields = fields;
    this.complete = complete;
  }

  /** The values of a repeated field of bytes. */
  all(number: number): Uint8Array[] {
    return this.fields.flatMap((field) => (field.number === number ? (field.bytes ?? []) : []));
  }

  /** The value of a field of bytes; the last one counts. */
  bytes(number: number): Uint8Array | undefined {
    return this.all(number).at(-1);
  }

  /** The fields of a message in a field. */
  message(number: number): MessageFields | undefined {
    const bytes = this.bytes(number);
    return bytes && readFields(bytes);
  }

  /** The value of a text field, when it is UTF-8. */
  text(number: number): string | undefined {
    const bytes = this.bytes(number);
    return bytes && utf8Of(bytes);
  }

  /** The value of a number field; zero stands for absent, as everywhere in protobuf. */
  number(number: number): number | undefined {
    const field = this.fields.findLast((field) => field.number === number && "value" in field);
    return field?.value || undefined;
  }
}

/** The fields of a protobuf message. Never throws: what comes before the first error is returned. */
export function readFields(bytes: Uint8Array): MessageFields {
  wire ??= loadWire();
  const { BinaryReader, WireType } = wire;
  const fields: Field[] = [];
  const reader = new BinaryReader(bytes);
  try {
    while (reader.pos < reader.len) {
      const [number, wireType] = reader.tag();
      if (wireType === WireType.LengthDelimited) fields.push({ number, bytes: reader.bytes() });
      else if (wireType === WireType.Varint) fields.push({ number, value: Number(reader.int64()) });
      else {
        reader.skip(wireType, number);
        fields.push({ number });
      }
    }
    return new MessageFields(fields, true);
  } catch {
    return new MessageFields(fields, false);
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The bytes as text, or undefined when they are no UTF-8. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  return attempt(() => decoder.decode(bytes));
}

/** The bytes that a text stands for: as hexadecimal digits, else in another encoding. */
export function bytesOfText(text: string, encoding: "base64" | "utf8"): Buffer {
  const isHex = text.length % 2 === 0 && /^[0-9a-f]*$/i.test(text);
  return Buffer.from(text, isHex ? "hex" : encoding);
}
