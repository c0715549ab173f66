import { expect, it } from "vitest";
import { type FingerprintInput, fingerprintOf } from "../src/fingerprint.js";

const source: FingerprintInput = { name: "claude", version: "1.0.0", options: {} };
const sink: FingerprintInput = { name: "markdown", version: "1.0.0", options: { a: "1", b: true } };

it("is the same whatever the order of the options", () => {
  expect(fingerprintOf(source, { ...sink, options: { b: true, a: "1" } })).toBe(
    fingerprintOf(source, sink),
  );
});

it("differs with the version and the options of a source or sink", () => {
  const fingerprints = [
    fingerprintOf(source, sink),
    fingerprintOf({ ...source, version: "1.0.1" }, sink),
    fingerprintOf(source, { ...sink, version: "1.0.1" }),
    fingerprintOf({ ...source, options: { memory: true } }, sink),
    fingerprintOf(source, { ...sink, options: { a: "2", b: true } }),
    fingerprintOf(source, { ...sink, name: "html" }),
  ];
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
});
