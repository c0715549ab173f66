import type { Todo } from "@chatexport/core";
import { todoStatus } from "@chatexport/core/source";

/** A word, a text in quotes or a sign of SQL. */
const token = /'((?:[^']|'')*)'|"([^"]*)"|([A-Za-z_][A-Za-z_0-9]*)|([(),;=])|\S/g;

/**
 * The items that statements of SQL add to the table of todos, which is where the command line keeps its plan:
 * "INSERT INTO todos (id, title, status) VALUES ('t1', 'sow beans', 'pending')".
 */
export function todosInSql(sql: string): Todo[] {
  if (!/\binto\s{1,20}todos\b/i.test(sql)) return [];
  const todos: Todo[] = [];
  const tokens = [...sql.matchAll(token)].map(([, text, name, word, sign]) => ({
    text: text?.replaceAll("''", "'"),
    word: name ?? word,
    sign,
  }));
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.word?.toLowerCase() !== "into" || tokens[at + 1]?.word !== "todos") continue;
    const columns: string[] = [];
    for (at += 2; at < tokens.length && tokens[at]?.word?.toLowerCase() !== "values"; at++)
      if (tokens[at]?.word) columns.push(tokens[at]?.word ?? "");
    let values: string[] = [];
    for (at++; at < tokens.length && tokens[at]?.sign !== ";"; at++) {
      const { text, word, sign } = tokens[at] ?? {};
      if (text !== undefined || word !== undefined) values.push(text ?? word ?? "");
      if (sign !== ")") continue;
      const title = values[columns.indexOf("title")];
      const status = todoStatus(values[columns.indexOf("status")]) ?? "pending";
      if (title) todos.push({ text: title, status });
      values = [];
    }
  }
  return todos;
}
