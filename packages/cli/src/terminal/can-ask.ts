/** Whether there is a person at the terminal who can be asked. */
export function canAsk(): boolean {
  const { stdin, stdout, stderr, env } = process;
  return Boolean(stdin.isTTY && stdout.isTTY) && canRedraw(stderr) && !env.CI;
}

/** Whether what was written to a stream can be written over. */
export function canRedraw(stream: NodeJS.WriteStream): boolean {
  return Boolean(stream.isTTY) && process.env.TERM !== "dumb";
}
