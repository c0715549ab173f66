import picocolors from "picocolors";

/** Functions that colour text, or leave it as it is. */
export type Colors = ReturnType<typeof picocolors.createColors>;

/**
 * Colours for a stream. What the user says (`wanted`) comes before NO_COLOR, this before
 * FORCE_COLOR, and this before what the stream is.
 */
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
