import { present, type SessionRef } from "@chatexport/core";
import { formatCount, tableOf } from "@chatexport/sink-terminal/format";
import { writePaged } from "../../host/pager.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { lastDay, sessionLines, titleOf, titleOfDays } from "../../terminal/session-table.js";
import { stdoutStyle } from "../../terminal/text-style.js";
import { zoneOf } from "../../terminal/time-zone.js";
import { type HitPrinter, type HitStyle, limited, streamPrinter } from "./print-hits.js";
import { ranked, type Scored, scoredBy } from "./score.js";
import type { SessionHits } from "./search-sessions.js";

/** A session in which something was found. */
interface FoundSession extends Scored {
  /** Masked. */
  ref: SessionRef;
}

/** Prints a line for each session in which something was found, with the number of hits. */
export function sessionPrinterFor(
  options: Pick<OptionsOf<"search">, "json" | "color" | "timezone">,
  { shortId, progress }: HitStyle,
): HitPrinter {
  if (options.json)
    return streamPrinter((found) => {
      const { ref, count } = foundSession(found);
      const { id, source, project, title, startedAt, updatedAt } = ref;
      const facts = { session: id, source, project: project?.name, title, startedAt, updatedAt };
      return [jsonLine(present({ ...facts, hits: count }))];
    }, progress);
  const style = stdoutStyle(options.color);
  if (!process.stdout.isTTY)
    return streamPrinter((found) => {
      const { ref, count } = foundSession(found);
      return [`${sessionLines([ref], style.colors, options.timezone).trimEnd()}\t${count}\n`];
    }, progress);
  const timezone = zoneOf(options);
  return async (searched, limit, run) => {
    const sessions: FoundSession[] = [];
    for await (const found of searched) if (found) sessions.push(foundSession(found));
    const shown = ranked(sessions).slice(0, limit);
    const table = tableOf<FoundSession>(
      shown,
      [
        {
          title: titleOfDays("DATE", timezone),
          color: "dim",
          text: ({ ref }) => lastDay(ref, timezone),
        },
        { title: "ID", color: "yellow", text: ({ ref }) => shortId(ref) },
        { title: "HITS", align: "right", text: ({ count }) => formatCount(count) },
        {
          title: "PROJECT",
          color: "cyan",
          share: 0.15,
          spare: 1,
          text: ({ ref }) => ref.project?.name ?? "",
        },
        { title: "TITLE", text: ({ ref }) => titleOf(ref) },
      ],
      style,
    );
    if (shown.length > 0) await writePaged([table], true, run);
    const hits = sessions.length;
    return hits > limit ? { hits, omission: limited } : { hits };
  };
}

function foundSession(found: SessionHits): FoundSession {
  const { title, project, ...ref } = found.ref;
  return { ...scoredBy(found), ref: { ...ref, ...found.session } };
}
