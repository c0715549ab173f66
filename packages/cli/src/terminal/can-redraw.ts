/** Whether what was written to a stream can be written over. */
export function canRedraw(stream: NodeJS.WriteStream): boolean {
  return Boolean(stream.isTTY) && process.env.TERM !== "dumb";
}
