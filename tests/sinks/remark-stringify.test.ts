import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const packages = join(import.meta.dirname, "../../packages");
const built = join(packages, "sink-markdown/dist");
const urlOf = (...path: string[]) => JSON.stringify(pathToFileURL(join(packages, ...path)).href);

test("the built sink takes its compiler from remark-stringify", () => {
  const files = readdirSync(built).filter((name) => name.endsWith(".js"));
  const bundle = files.map((name) => readFileSync(join(built, name), "utf8")).join("\n");
  expect(bundle).toMatch(/^import \w+ from "remark-stringify";$/m);
});

// In the place of remark-stringify comes a module that puts what it writes between two marks.
const hooks = `
  const marking = (url) => "data:text/javascript," + encodeURIComponent(
    "import real from " + JSON.stringify(url) + ";" +
    "export default function (...options) {" +
    "  real.apply(this, options);" +
    "  const { compiler } = this;" +
    "  this.compiler = (...given) => '⟦' + compiler(...given) + '⟧';" +
    "}");
  export async function resolve(name, context, next) {
    const found = await next(name, context);
    const isOurs = name === "remark-stringify";
    return isOurs ? { ...found, url: marking(found.url) } : found;
  }
`;

const program = `
  import { register } from "node:module";
  register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks)}));
  const { toMarkdown } = await import(${urlOf("sink-markdown/dist/to-markdown.js")});
  const { sampleSessions } = await import(${urlOf("testkit/dist/index.js")});
  const details = ["conversation", "standard", "full"];
  const documents = sampleSessions().flatMap((session) =>
    details.map((detail) => toMarkdown(session, { detail })));
  console.log(JSON.stringify(documents));
`;

test("remark-stringify writes every character of a document but blank lines between parts", () => {
  const words = ["--input-type=module", "--eval", program];
  const documents: string[] = JSON.parse(
    execFileSync(process.execPath, words, { encoding: "utf8" }),
  );
  expect(documents.length).toBeGreaterThan(9);
  for (const document of documents) {
    expect(document).toContain("⟦");
    expect(document.replace(/⟦[^⟧]*⟧/g, "").trim()).toBe("");
  }
});
