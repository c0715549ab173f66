// Writes ZIP files for tests, also such as nobody should have.
import { crc32, deflateRawSync } from "node:zlib";

export function zipOf(files) {
  const before = [];
  const directory = [];
  let offset = 0;
  for (const { name, content, encrypted = false, ...told } of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const { length = bytes.length, sum = crc32(bytes) } = told;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    // The names are in UTF-8.
    facts.writeUInt16LE(0x800 | Number(encrypted), 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(sum, 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = [Buffer.from("PK\x03\x04", "latin1"), facts, Buffer.from(name), packed];
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const made = Buffer.from("PK\x01\x02\x14\x00", "latin1");
    directory.push(made, facts, place, Buffer.from(name));
    before.push(...local);
    offset += Buffer.concat(local).length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  for (const at of [8, 10]) end.writeUInt16LE(files.length, at);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...before, ...directory, end]);
}
