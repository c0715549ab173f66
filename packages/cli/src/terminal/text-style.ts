import picocolors from "picocolors";

/** The style of texts for people. */
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

/** Functions that colour text, or leave it as it is. */
export type Colors = ReturnType<typeof picocolors.createColors>;

/** Colours for a stream: `wanted` comes before NO_COLOR, FORCE_COLOR and what the stream is. */
export function colorsFor(stream: NodeJS.WriteStream, wanted: boolean): Colors {
  return picocolors.createColors(wanted && hasColors(stream));
}

function hasColors(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, ...others } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return !["0", "false"].includes(FORCE_COLOR);
  // Node takes an empty variable for one that is set.
  return Boolean(stream.isTTY) && stream.hasColors(others);
}

/** True when there is a person at the terminal who can be asked. */
export function canAsk(): boolean {
  const { stdin, stdout, stderr, env } = process;
  return Boolean(stdin.isTTY && stdout.isTTY) && canRedraw(stderr) && !env.CI;
}

/** True when what was written to a stream can be written over. */
export function canRedraw(stream: NodeJS.WriteStream): boolean {
  return Boolean(stream.isTTY) && process.env.TERM !== "dumb";
}
