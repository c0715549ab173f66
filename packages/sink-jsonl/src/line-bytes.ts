import { withoutControls } from "@chatexport/core";

// In bytes: what stays at hand of a processor while it is encoded, hashed and written.
const roomSize = 64 * 1024;
/** Of UTF-8, for a UTF-16 code unit. */
const mostBytes = 3;

/** Values as lines of JSON, encoded, in pieces that are worth a write. */
export function* lineBytes(values: Iterable<object>): Generator<Uint8Array> {
  let room = Buffer.allocUnsafeSlow(roomSize);
  let used = 0;
  for (const value of values) {
    const line = `${JSON.stringify(value)}\n`;
    const most = line.length * mostBytes;
    if (used > 0 && most > roomSize - used) {
      yield harmless(room.subarray(0, used));
      // The piece is the host's now.
      room = Buffer.allocUnsafeSlow(roomSize);
      used = 0;
    }
    if (most > roomSize) yield harmless(Buffer.from(line));
    else used += room.write(line, used);
  }
  if (used > 0) yield harmless(room.subarray(0, used));
}

/** The bytes with every control character escaped. */
function harmless(bytes: Buffer): Uint8Array {
  return hasControls(bytes) ? Buffer.from(withoutControls(bytes.toString())) : bytes;
}

/** True when the bytes hold U+007F to U+009F in UTF-8: JSON escapes the other control characters. */
function hasControls(bytes: Buffer): boolean {
  if (bytes.includes(0x7f)) return true;
  for (let at = bytes.indexOf(0xc2); at !== -1; at = bytes.indexOf(0xc2, at + 1))
    if ((bytes[at + 1] ?? 0) < 0xa0) return true;
  return false;
}
