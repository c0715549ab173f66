import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Context, Session } from "@chatexport/core";
import { attempt, jsonLines, oneLine, reportLine, textOf } from "@chatexport/core/read";
import { droppedFields, type NamedFields, RowsBeside } from "@chatexport/core/source";
import { openDatabase } from "@chatexport/sqlite";
import { unreadableTitles } from "./diagnostics.js";
import { splitPrompt } from "./injected.js";

/** A title with who made it. */
export interface Title {
  title: string;
  titleFrom: Exclude<Session["titleFrom"], undefined>;
}

/** The titles that the tool keeps beside the sessions, by the sessions' ids. */
export function titlesIn(home: string, context: Context): Map<string, Title> {
  const titles = new Map<string, Title>();
  const add = (id: unknown, text: unknown, titleFrom: Title["titleFrom"]) => {
    const [key, title] = [textOf(id), oneLine(splitPrompt(textOf(text) ?? "").typed)];
    if (key !== undefined && title !== undefined) titles.set(key, { title, titleFrom });
  };
  const database = newestDatabase(home);
  if (database)
    try {
      for (const { id, name, title, first_user_message } of rowsOf(database)) {
        if (title !== first_user_message) add(id, title, "generated");
        add(id, name, "user");
      }
    } catch (cause) {
      context.report(unreadableTitles(database, cause));
    }
  const index = join(home, "session_index.jsonl");
  const rows = new RowsBeside(indexFields);
  // The last line about a session counts.
  attempt(() => {
    for (const lines of jsonLines(index))
      for (const line of lines) {
        if ("malformed" in line) reportLine(line, index, context);
        else
          rows.read(line.record, { path: index, at: line.line }, (fields) =>
            add(fields.text("id"), fields.text("thread_name"), "user"),
          );
      }
  });
  rows.report(context);
  return titles;
}

const indexFields: NamedFields = {
  dropped: droppedFields({
    "the records of the session have their times": { texts: "updated_at" },
  }),
};

function newestDatabase(home: string): string | undefined {
  const names = attempt(() => readdirSync(home)) ?? [];
  const numbers = names.flatMap((name) => /^state_(\d{1,6})\.sqlite$/.exec(name)?.[1] ?? []);
  const newest = numbers.map(Number).sort((a, b) => b - a)[0];
  return newest === undefined ? undefined : join(home, `state_${newest}.sqlite`);
}

function rowsOf(path: string) {
  const database = openDatabase(path);
  try {
    if (!database.tables().has("threads")) return [];
    const known = database.columns("threads");
    const wanted = ["id", "name", "title", "first_user_message"].filter((name) => known.has(name));
    return known.has("id") ? database.all(`SELECT ${wanted.join(", ")} FROM threads`) : [];
  } finally {
    database.close();
  }
}
