import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sink } from "@chatexport/core";
import { expect, it } from "vitest";
import { documentsIn, emptyFolder } from "./folders.js";
import { sinkOf, write } from "./stub-archive.js";

/** A sink whose documents show an image beside them. */
function withImage(name: string): Sink {
  return sinkOf(name, async function* ({ title }, { asset }) {
    yield `${title} ${await asset(Buffer.from("image"), "image/png")}\n`;
  });
}

it("keeps a file beside a document while the document of another sink shows it", async () => {
  const out = emptyFolder();
  const [one, two] = [withImage("one"), withImage("two")];
  await write(out, { title: "before" }, [one, two]);
  await write(out, { title: "after" }, [one]);
  const image = /[0-9a-f]{16}\.png/.exec(
    readFileSync(join(out, "stub/no-project/after-session1.one"), "utf8"),
  )?.[0];
  expect(documentsIn(out)).toEqual([
    `stub/no-project/after-session1.files/${image}`,
    "stub/no-project/after-session1.one",
    `stub/no-project/before-session1.files/${image}`,
    "stub/no-project/before-session1.two",
  ]);
  await write(out, { title: "after" }, [one, two]);
  expect(documentsIn(out)).toEqual([
    `stub/no-project/after-session1.files/${image}`,
    "stub/no-project/after-session1.one",
    "stub/no-project/after-session1.two",
  ]);
});

it("tells a sink with an index the way there from its documents", async () => {
  const out = emptyFolder();
  const sink: Sink = {
    ...sinkOf("one", async function* (_, { index }) {
      yield index ?? "no index";
    }),
    async *index(entries) {
      yield entries.map(({ href }) => href).join();
    },
  };
  await write(out, { title: "a title" }, [sink]);
  const document = "stub/no-project/a-title-session1.one";
  expect(readFileSync(join(out, document), "utf8")).toBe("../../index.one");
  expect(readFileSync(join(out, "index.one"), "utf8")).toBe(document);

  await write(out, { title: "a title" }, [{ ...sink, layout: "folder" }], { force: true });
  const inFolder = "stub/no-project/a-title-session1/index.one";
  expect(readFileSync(join(out, inFolder), "utf8")).toBe("../../../index.one");
  expect(readFileSync(join(out, "index.one"), "utf8")).toBe(inFolder);
});

it("keeps a character whole of which a sink gives the halves in two pieces", async () => {
  const out = emptyFolder();
  const [start, end] = ["\ud83d", "\ude00"];
  const lengths = [1, 4095, 4096, 65_535, 262_143];
  const sink = sinkOf("one", async function* () {
    for (const length of lengths) {
      yield `${"a".repeat(length)}${start}`;
      yield `${end}\n`;
    }
    yield `${start}`;
  });
  await write(out, { title: "a title" }, [sink]);
  const text = readFileSync(join(out, "stub/no-project/a-title-session1.one"), "utf8");
  expect(text).toBe(`${lengths.map((length) => `${"a".repeat(length)}😀\n`).join("")}\ufffd`);
});
