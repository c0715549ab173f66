import { fileURLToPath } from "node:url";
import { documents, unequal } from "./checks.mjs";
import { exportsOf } from "./contestants/exports.mjs";
import { listingsOf } from "./contestants/listings.mjs";
import { readingsOf } from "./contestants/readings.mjs";
import { openLines } from "./contestants/same-lines.mjs";
import { sources } from "./sources.mjs";

/**
 * The groups that can be measured alone: commands that write documents, that only list, and that
 * read all.
 */
export const groups = ["export", "list", "read"];

/**
 * The programs to run, in this order; `floor` names what a program is compared with, and `check`
 * returns what is wrong with its result. One that `goesOn` finds in `out` what the one before it left
 * there, and one that `touches` finds that a session of the home has changed since.
 */
export function contestants({ source, home, out }, chosen) {
  const { floorFiles } = sources[source];
  const floors = fileURLToPath(new URL(`floors/${source}/`, import.meta.url));
  const converting = (name, file) => ({
    name,
    program: [`${floors}${file}`, home, out],
    check: ({ facts }) => unequal(documents(out, ".jsonl").length, facts[floorFiles], "files"),
  });
  const reading = (name, file) => ({
    name,
    program: [`${floors}${file}`, home],
    check: () => undefined,
  });
  const lines = openLines(out);
  const sameOutput = {
    ...converting("floor: same output", "same-output.mjs"),
    floor: "floor: normalizing",
    check: () => lines.remember(),
  };
  const programs = {
    export: () => [
      converting("floor: copying", "copying.mjs"),
      converting("floor: normalizing", "normalizing.mjs"),
      ...(source === "claude" ? [sameOutput] : []),
      ...exportsOf({ source, home, out, lines }),
    ],
    list: () => [reading("floor: list", "list.mjs"), ...listingsOf({ source, home })],
    read: () => [reading("floor: parsing", "parsing.mjs"), ...readingsOf({ source, home })],
  };
  return [
    { name: "node -e 0", program: ["-e", "0"], check: () => undefined },
    ...groups.filter((group) => chosen.includes(group)).flatMap((group) => programs[group]()),
  ];
}
