import { plural } from "../numbers.js";
import type { DoctorOptions } from "../options.js";
import { openPage } from "../terminal/page.js";
import type { TextStyle } from "../terminal/text-style.js";
import type { Findings } from "./findings.js";
import { archiveSection } from "./sections/archive.js";
import { deletionSection } from "./sections/deletion.js";
import { missingProjectsSection } from "./sections/missing-projects.js";
import { movesSection } from "./sections/moves.js";
import { problemsSection } from "./sections/problems.js";
import { sourceSection } from "./sections/source.js";
import { unlistedSection } from "./sections/unlisted.js";

/** The findings as people read them: what there is, what is at risk, what is wrong, what to do. */
export function reportText(findings: Findings, options: DoctorOptions, style: TextStyle): string {
  const page = openPage(style);
  for (const source of findings.sources) sourceSection(source, page, options);
  if (findings.sources.some(({ sessions }) => sessions > 0)) {
    deletionSection(findings, page, options);
    archiveSection(findings, page, options);
  }
  movesSection(findings, page, options);
  missingProjectsSection(findings, page, options);
  unlistedSection(findings, page);
  problemsSection(findings, page, options);
  page.heading("Result");
  const looks = page.marked("attention");
  if (findings.fine) page.item("fine", conclusion(findings));
  else
    page.item("wrong", "Something cannot be read, is not understood or is not there: see ✗ above.");
  if (looks > 0)
    page.item("attention", `${plural(looks, "point")} above may need your attention: see !.`);
  return page.text();
}

function conclusion({ sources }: Findings): string {
  const sessions = sources.reduce((sum, source) => sum + source.sessions, 0);
  if (sessions === 0) return "Nothing is wrong, and there is no session.";
  return `${plural(sessions, "session")} can be read; nothing is in the way of an export.`;
}
