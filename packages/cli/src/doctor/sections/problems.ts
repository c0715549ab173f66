import { safeLine } from "@chatexport/core";
import { formatCount } from "../../numbers.js";
import type { DoctorOptions } from "../../options.js";
import type { Mark, Page } from "../../terminal/page.js";
import { shortPath } from "../../terminal/short-path.js";
import type { Findings, Problem } from "../findings.js";

const marks: Readonly<Record<Problem["severity"], Mark>> = {
  error: "wrong",
  warning: "attention",
  info: "note",
};

/** What was reported while the stores were looked at. */
export function problemsSection(
  { problems, sources }: Findings,
  page: Page,
  { verbose = false }: Pick<DoctorOptions, "verbose">,
): void {
  const unreadable = new Set(
    sources.flatMap(({ stores }) =>
      stores.filter((store) => !store.readable).map(({ path }) => path),
    ),
  );
  // What is wrong with a whole place stands where the place does.
  const isTold = ({ places }: Problem) =>
    places.length > 0 && places.every((place) => unreadable.has(place));
  const shown = problems.filter((problem) => !isTold(problem));
  if (shown.length === 0) return;
  page.heading("What was met on the way", "docs/diagnostics.md explains each code");
  for (const { severity, code, message, count, remedy, places } of shown) {
    const times = count === 1 ? "" : ` ×${formatCount(count)}`;
    page.item(marks[severity], `${safeLine(code)}${times}: ${safeLine(message)}`);
    const [first] = places;
    if (verbose) for (const place of places) page.detail(shortPath(place));
    else if (first !== undefined)
      page.detail(`${count === 1 ? "at" : "first at"} ${shortPath(first)}`);
    if (remedy !== undefined) page.advice(remedy);
  }
}
