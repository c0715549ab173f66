/**
 * A position in a line that knows its column, for a tab reaches to the next multiple of four and may
 * be consumed in part.
 */
export interface Cursor {
  line: string;
  /** Index of the next character. */
  at: number;
  column: number;
  /** Columns that are left of a tab before `at`. */
  spare: number;
  /** Columns of white space ahead, set by `look`. */
  indent: number;
  /** Index of the first character ahead that is not white space, set by `look`. */
  next: number;
}

/** A cursor at the start of a line. */
export function cursorOf(line: string): Cursor {
  return look({ line, at: 0, column: 0, spare: 0, indent: 0, next: 0 });
}

/** Measures the white space ahead. */
function look(cursor: Cursor): Cursor {
  const { line } = cursor;
  let column = cursor.column + cursor.spare;
  let next = cursor.at;
  for (; next < line.length; next++) {
    const character = line[next];
    if (character === " ") column++;
    else if (character === "\t") column += 4 - (column % 4);
    else break;
  }
  cursor.indent = column - cursor.column;
  cursor.next = next;
  return cursor;
}

/** Consumes columns of the white space ahead. */
export function skipColumns(cursor: Cursor, columns: number): Cursor {
  let left = columns;
  while (left > 0) {
    if (cursor.spare === 0) {
      cursor.spare = cursor.line[cursor.at] === "\t" ? 4 - (cursor.column % 4) : 1;
      cursor.at++;
    }
    const taken = Math.min(left, cursor.spare);
    cursor.spare -= taken;
    cursor.column += taken;
    left -= taken;
  }
  return look(cursor);
}

/** Consumes the white space ahead and then a number of characters. */
export function skipCharacters(cursor: Cursor, count: number): Cursor {
  cursor.column += cursor.indent + count;
  cursor.at = cursor.next + count;
  cursor.spare = 0;
  return look(cursor);
}

/** True when nothing but white space is left. */
export function isBlank(cursor: Cursor): boolean {
  return cursor.next === cursor.line.length;
}
