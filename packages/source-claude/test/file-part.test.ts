import { expect, test } from "vitest";
import { filePart } from "../src/records/file-part.js";

test.each([
  [
    "an image in base64",
    { source: { type: "base64", media_type: "image/png", data: "iVBO" } },
    { mediaType: "image/png", data: "iVBO" },
  ],
  [
    "a document in plain text",
    { title: "Notes", source: { type: "text", media_type: "text/plain", data: "Buy milk" } },
    { name: "Notes", mediaType: "text/plain", text: "Buy milk" },
  ],
  [
    "an image in the web",
    { source: { type: "url", url: "https://example.com/a.png" } },
    { url: "https://example.com/a.png" },
  ],
  ["an image without content", { source: {} }, { missing: "not stored" }],
  ["a block that names no source", {}, { missing: "not stored" }],
])("%s is a file", (_, block, file) => {
  expect(filePart({ type: "image", ...block }, "upload")).toEqual({
    type: "file",
    from: "upload",
    ...file,
  });
});
