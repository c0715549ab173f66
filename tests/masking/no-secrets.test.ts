import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import redactor from "@chatexport/redact";
import { minifySync, transformSync } from "rolldown/utils";
import { expect, test } from "vitest";
import { type Dice, diceOf } from "./shape.js";

/*
 * Texts without secrets that look most like them: all of them must stay.
 */

const packages = fileURLToPath(new URL("../../packages", import.meta.url));

test("keeps minified code", async () => {
  const files = readdirSync(packages, { recursive: true, encoding: "utf8" });
  // In what masks, forms of secrets stand.
  const sources = files.filter((file) => /^(?!redact)[\w-]+[\\/]src[\\/].*\.ts$/.test(file));
  const codes = sources.map((file) => {
    const { code } = transformSync(file, readFileSync(join(packages, file), "utf8"));
    return minifySync("code.js", code).code;
  });
  expect(codes.join("").length).toBeGreaterThan(500_000);
  expect(await changed(codes)).toEqual([]);
});

/** The beginnings of files whose bytes look random. */
const beginnings = {
  png: "89504e470d0a1a0a0000000d49484452",
  jpeg: "ffd8ffe000104a46494600010100",
  gif: "474946383961",
  webp: "52494646a4c3000057454250565038",
  woff2: "774f4632000100000000",
  pdf: "255044462d312e370a25e2e3cfd30a",
  gzip: "1f8b0800000000000003",
};

/** The places of base64 of files: B in one line, L in lines of 76 characters. */
const places: readonly string[] = [
  "B",
  "L",
  "a picture: B",
  "$ base64 logo.png\nL",
  "the token is in the picture\nL",
  "password: see the picture\n\nL",
  '{"type":"image","data":"B","mimeType":"image/png"}',
  '{"source":{"type":"base64","media_type":"image/png","data":"B"}}',
  '{\\"type\\":\\"image\\",\\"data\\":\\"B\\"}',
  'ICON = b"B"',
  'const logo = "B";',
  "image: B",
  "binaryData:\n  logo.png: B",
  "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\nL",
  "<img src='data:image/png;base64,B'>",
  "src: url(data:font/woff2;base64,B) format('woff2');",
  "  12→B",
  "echo B | base64 -d > logo.png",
];

test.each(Object.keys(beginnings) as (keyof typeof beginnings)[])(
  "keeps base64 of %s",
  async (kind) => {
    const texts = places.flatMap((place) =>
      [300, 4000, 40_000].map((size) => {
        const encoded = file(beginnings[kind], size, diceOf(kind + place, size));
        const lines = encoded.replace(/.{76}/g, "$&\n");
        return place.replace("B", () => encoded).replace("L", () => lines);
      }),
    );
    expect(await changed(texts)).toEqual([]);
  },
);

function file(beginning: string, size: number, dice: Dice): string {
  const bytes = Buffer.from(Array.from({ length: size }, () => dice(256)));
  return Buffer.concat([Buffer.from(beginning, "hex"), bytes]).toString("base64");
}

/** The beginnings of texts that were masked, from where they were. */
async function changed(texts: readonly string[]): Promise<string[]> {
  const masked = await redactor().texts([...texts]);
  return texts.flatMap((text, index) => {
    const other = masked[index] ?? "";
    const at = Array.from(text).findIndex((sign, place) => sign !== other[place]);
    return at === -1 ? [] : [other.slice(Math.max(0, at - 60), at + 60)];
  });
}
