import { expect, test } from "vitest";
import { convert, type Sink } from "../src/index.js";
import { sessionOf, sourceOf } from "./stubs.js";

test("convert renders each session, with files inside the document", async () => {
  const sink: Sink = {
    name: "stub",
    apiVersion: 1,
    extension: "txt",
    mediaType: "text/plain",
    keeps: new Set(),
    async *render(session, context) {
      yield session.id;
      yield ` ${await context.asset(new Uint8Array(), "image/png")}`;
    },
  };
  const documents: string[] = [];
  for await (const { content } of convert(sourceOf("one", { a: sessionOf("a") }), sink)) {
    let document = "";
    for await (const piece of content) document += piece;
    documents.push(document);
  }
  expect(documents).toEqual(["a undefined"]);
});
