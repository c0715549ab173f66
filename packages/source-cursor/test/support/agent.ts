import { createHash } from "node:crypto";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Diagnostic } from "@chatexport/core";
import { createDatabases } from "@chatexport/sqlite";
import { onTestFinished } from "vitest";
import { writeDatabase } from "../../../sqlite/test/support/databases.js";
import type { ReadContext } from "../../src/locate/contexts.js";

/** A context whose databases are closed after the test, with all that is reported. */
export function testContext(): ReadContext & { reported: Diagnostic[] } {
  const reported: Diagnostic[] = [];
  const databases = createDatabases();
  onTestFinished(() => databases.close());
  return {
    reported,
    report: (diagnostic) => reported.push(diagnostic),
    signal: new AbortController().signal,
    databases,
    files: { read: () => ({ missing: "not found" }) },
  };
}

/** A protobuf message: by the number of the field bytes, texts and numbers. */
export function proto(...fields: [number, Uint8Array | string | number][]): Uint8Array {
  const writer = new BinaryWriter();
  for (const [number, value] of fields)
    if (typeof value === "number") writer.tag(number, WireType.Varint).uint64(value);
    else if (typeof value === "string") writer.tag(number, WireType.LengthDelimited).string(value);
    else writer.tag(number, WireType.LengthDelimited).bytes(value);
  return writer.finish();
}

/** Blobs by their ids, as the agent stores them. */
export class BlobStore {
  readonly blobs = new Map<string, Uint8Array>();

  /** Stores bytes, or a message as JSON; the result is the id as bytes. */
  add(content: Uint8Array | object): Uint8Array {
    const bytes = content instanceof Uint8Array ? content : Buffer.from(JSON.stringify(content));
    const id = createHash("sha256").update(bytes).digest();
    this.blobs.set(id.toString("hex"), bytes);
    return id;
  }

  /** Stores messages and a root that names them in field 1. */
  conversation(messages: readonly object[], ...more: [number, Uint8Array | number][]): string {
    const ids = messages.map((message): [number, Uint8Array] => [1, this.add(message)]);
    return hex(this.add(proto(...ids, ...more)));
  }
}

/** Bytes as hex digits. */
export function hex(bytes: Uint8Array | string): string {
  return Buffer.from(bytes).toString("hex");
}

/** Writes a `store.db` as the command line does. */
export function writeStore(path: string, blobs: BlobStore["blobs"], meta?: object): string {
  writeDatabase(path, {
    blobs: {
      create: "CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)",
      rows: [...blobs].map(([id, data]) => [id, data]),
    },
    meta: {
      create: "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)",
      rows: meta ? [["0", hex(JSON.stringify(meta))]] : [],
    },
  });
  return path;
}
