import { expect, test } from "vitest";
import { convert, type Diagnostic, type Sink } from "../src/index.js";
import { sessionOf, sourceOf } from "./stubs.js";

const stub: Sink = {
  name: "stub",
  apiVersion: 1,
  extension: "txt",
  mediaType: "text/plain",
  keeps: new Set(),
  async *render(session, context) {
    context.report({ severity: "info", code: "odd", message: "It is odd." });
    yield session.id;
    yield ` ${await context.asset(new Uint8Array(), "image/png")}`;
  },
};

test("convert renders each session, with files inside the document", async () => {
  const documents: string[] = [];
  for await (const { content } of convert(sourceOf("one", { a: sessionOf("a") }), stub)) {
    let document = "";
    for await (const piece of content) document += piece;
    documents.push(document);
  }
  expect(documents).toEqual(["a undefined"]);
});

test("what a sink reports carries the source and the session", async () => {
  const source = sourceOf("one", { a: sessionOf("a") });
  const reported: Diagnostic[] = [];
  for await (const { ref, content } of convert(source, stub, {
    report: (one) => reported.push(one),
  }))
    for await (const _ of content) expect(ref.id).toBe("a");
  expect(reported).toMatchObject([{ code: "odd", source: "one", session: "a" }]);
});
