/** A `Buffer`, where a program has the types of Node; else what it is for TypeScript alone. */
export type Bytes = typeof globalThis extends {
  Buffer: {
    /** The class itself has no type here that can be taken out of it, but its test for an object has. */
    isBuffer(value: unknown): value is infer Bytes;
  };
}
  ? Bytes
  : Uint8Array;
