import { type Colors, colorsFor } from "./colors.js";

/** How text is written for people. */
export interface TextStyle {
  colors: Colors;
  /** Columns of the terminal; without a terminal nothing is cut. */
  columns?: number;
}

/** The style for standard output; `color` is what the user wants. */
export function stdoutStyle(color: boolean): TextStyle {
  return styleOf(process.stdout, colorsFor(process.stdout, color));
}

/** The style for a stream. */
export function styleOf(stream: NodeJS.WriteStream, colors: Colors): TextStyle {
  return { colors, ...(stream.isTTY && { columns: stream.columns || 80 }) };
}
