import type { SinkContext } from "@chatexport/core";
import { prompt, sessionOf } from "@chatexport/testkit";
import { describe, expect, test } from "vitest";
import { conversationOf, pageOf } from "./page.js";

const png = "iVBORw0KGgo=";
const image = { type: "file" as const, from: "upload" as const, mediaType: "image/png", data: png };

describe("a file", () => {
  const beside: SinkContext["asset"] = async () => "files/1.bin";
  const large = Buffer.alloc(4 * 1024 * 1024 + 1).toString("base64");

  async function shown(part: object, asset?: SinkContext["asset"]): Promise<string> {
    const message = prompt("a", { ...image, name: "a <b>.png", ...part });
    return conversationOf(await pageOf(sessionOf([message]), {}, asset && { asset }));
  }

  test("that is an image stands in the page, whatever the host can do", async () => {
    const expected = `<p class="image" id="image-1"><a href="#image-1"><img src="data:image/png;base64,${png}" alt="Image 1 of prompt 1: a &lt;b&gt;.png" loading="lazy"></a></p>`;
    expect(await shown({})).toContain(expected);
    expect(await shown({}, beside)).toContain(expected);
    expect(await shown({ mediaType: "IMAGE/PNG; a=b" })).toContain(expected);
  });

  test("that is a large image or none is linked, or said not to be there", async () => {
    expect(await shown({ data: large }, beside)).toContain(
      'Image: <a href="files/1.bin">a &lt;b&gt;.png</a>',
    );
    expect(await shown({ data: large })).toContain(
      "image/png, 4194305 bytes</small> — larger than 4 MB, so not in this page",
    );
    expect(await shown({ mediaType: "application/pdf" }, beside)).toContain(
      'File: <a href="files/1.bin">',
    );
    expect(await shown({ mediaType: 'text/html"x' })).toContain(
      "application/octet-stream, 8 bytes</small> — not in this page",
    );
  });

  test("that may hold scripts is never a part of the page", async () => {
    const drawing = await shown({ mediaType: "image/svg+xml" });
    expect(drawing).toContain(
      "Image: <code>a &lt;b&gt;.png</code> <small>image/svg+xml, 8 bytes</small> — not in this page",
    );
  });
});
