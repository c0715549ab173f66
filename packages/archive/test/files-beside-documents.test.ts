import { expect, it } from "vitest";
import { assetFolder, assetName, linkTo, shortHash } from "../src/index.js";

const bytes = Buffer.from("image");

it.each([
  ["image/png", "png"],
  ["IMAGE/JPEG", "jpg"],
  ["text/plain; charset=utf-8", "txt"],
  [" image/webp ", "webp"],
  ["image/bmp", "bmp"],
  ["image/gif", "gif"],
  ["application/pdf", "pdf"],
  ["application/json", "json"],
  ["text/csv", "csv"],
  ["text/markdown", "md"],
  // A browser would run what is in these.
  ["text/html", "bin"],
  ["image/svg+xml", "bin"],
  ["constructor", "bin"],
  ["", "bin"],
])("a file of the type %j ends in .%s", (type, ending) => {
  expect(assetName(bytes, type)).toBe(`${shortHash(bytes)}.${ending}`);
  expect(shortHash(bytes)).toMatch(/^[0-9a-f]{16}$/);
});

it("lies in a folder named after the document, to which a link leads in every reader", () => {
  expect(assetFolder("a-title")).toBe("a-title.files");
  expect(linkTo("a b", "(1)'*!.png")).toBe("a%20b/%281%29%27%2A%21.png");
});
