import { readFileSync } from "node:fs";

/** The comments of a type of the model. */
export interface TypeComments {
  comment: string;
  /** By the name of each field; "" for one without a comment. */
  fields: ReadonlyMap<string, string>;
}

const sources = ["model.ts", "tally.ts"].map((name) =>
  readFileSync(new URL(`../../../packages/core/src/${name}`, import.meta.url), "utf8"),
);

const comment = String.raw`(?:/\*\*((?:(?!\*/)[^])*)\*/\n)?`;
const type = new RegExp(
  String.raw`^${comment}export (?:interface (\w+)[^{]*\{\n([^]*?)^\}|type (\w+) =)`,
  "gm",
);
const field = new RegExp(String.raw`^ {2}${comment.replace(")?", " {2})?")}(\w+)\??:`, "gm");

/** The comments of the model's types, by their names. */
export const typeComments: ReadonlyMap<string, TypeComments> = new Map(
  [...sources.join("\n").matchAll(type)].map(([, about = "", name, body = "", alias = ""]) => {
    const fields = [...body.matchAll(field)].map(([, about = "", name = ""]) => [
      name,
      plain(about),
    ]);
    return [
      name ?? alias,
      { comment: plain(about), fields: new Map(fields as [string, string][]) },
    ];
  }),
);

/** A comment in one line, without its stars. */
function plain(comment: string): string {
  return comment.replace(/\s*\n\s*\*?\s*/g, " ").trim();
}
