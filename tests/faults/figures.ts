import type { Result } from "./supervision.js";

/** A table of what campaigns came to, by store. */
export function figuresOf(results: ReadonlyMap<string, Result>): string {
  const counts = [...results].map(([store, result]) => {
    const of = (...names: string[]) =>
      result.failures.filter(({ findings }) =>
        findings.some(({ invariant }) => names.includes(invariant)),
      ).length;
    return [
      store,
      result.count,
      of("crash", "end", "pollution"),
      of("hang"),
      of("session", "text", "lines", "tally", "malformed"),
      of("others"),
      of("touched", "diagnostic", "model"),
      Math.round(result.longest),
    ] as const;
  });
  const sum = (column: 1 | 2 | 3 | 4 | 5 | 6) =>
    counts.reduce((total, row) => total + row[column], 0);
  const longest = Math.max(0, ...counts.map((row) => row[7]));
  const rows = [
    [
      "store",
      "damaged",
      "crashes",
      "hangs",
      "unnamed losses",
      "others changed",
      "other",
      "longest ms",
    ],
    ...counts,
    ["all", sum(1), sum(2), sum(3), sum(4), sum(5), sum(6), longest],
  ].map((row) => row.map(String));
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths?.[column] ?? 0;
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join("  "),
    )
    .join("\n");
}
