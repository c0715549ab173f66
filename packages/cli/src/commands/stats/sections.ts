import { kindWord, toolOf } from "@chatexport/document";
import { type Counts, messagesOf, tokensOf } from "@chatexport/document/statistics";
import type { Section, SectionRow } from "./section-text.js";
import type { NumberStyle, StatsReport } from "./stats-report.js";

/** The counts by day, project, model, kind of call and tool, without those that have no rows. */
export function sectionsOf(report: StatsReport, numbers: NumberStyle): Section[] {
  const { count } = numbers;
  const { days, projects, models, tools, sources } = report;
  const byDay = days.map(({ day, prompts, ...counts }): SectionRow => {
    const messages = messagesOf({ prompts, ...counts });
    const row = [count(prompts), count(messages), numbers.amount(tokensOf(counts))] as const;
    return { name: day, measure: messages, numbers: row };
  });
  const byProject = projects.map((each) => countsRow(each.project, each, numbers));
  const byModel = models.map((each) => countsRow(each.model, { ...each, prompts: 0 }, numbers));
  const byKind = tools.map(({ kind, calls, failed }): SectionRow => {
    const row = ["", count(calls), count(failed)] as const;
    return { name: kindWord(kind), measure: calls, failed, numbers: row };
  });
  const byTool = sources.map((each) => countsRow(toolOf(each.source), each, numbers));
  const sections: Section[] = [
    { title: "Days", columns: ["prompts", "messages", "tokens"], rows: byDay },
    { title: "Projects", columns: ["sessions", "messages", "tokens"], rows: byProject },
    { title: "Models", columns: ["sessions", "answers", "tokens"], rows: byModel },
    { title: "Calls", columns: ["", "calls", "failed"], rows: byKind },
    { title: "Tools", columns: ["sessions", "messages", "tokens"], rows: byTool },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

function countsRow(
  name: string | undefined,
  counts: Pick<Counts, "sessions" | "prompts" | "answers" | "tokens">,
  { count, amount }: NumberStyle,
): SectionRow {
  const messages = messagesOf(counts);
  const numbers = [count(counts.sessions), count(messages), amount(tokensOf(counts))] as const;
  return { name, measure: messages, numbers };
}
