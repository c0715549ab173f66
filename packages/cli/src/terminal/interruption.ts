/** The exit code of a run that was interrupted. */
export const interrupted = 130;

/** Given by the first Ctrl-C, or when the system ends the program; the second ends it at once. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) leave(interrupted);
    controller.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  return controller.signal;
}

/** Does work during which Ctrl-C means another program, and neither ends this one nor stops a run. */
export async function withoutInterruption<Result>(work: () => Promise<Result>): Promise<Result> {
  const others = process.listeners("SIGINT");
  const ignore = () => {};
  process.on("SIGINT", ignore);
  for (const listener of others) process.off("SIGINT", listener);
  try {
    return await work();
  } finally {
    for (const listener of others) process.on("SIGINT", listener);
    process.off("SIGINT", ignore);
  }
}

let isOurs = false;

/** Ends the program at once, with the exit code that is set already where none is given. */
export function leave(exitCode = process.exitCode): never {
  isOurs = true;
  process.exit(exitCode);
}

/** Tells if this program ended itself, and not the code of an external plugin. */
export function hasLeft(): boolean {
  return isOurs;
}
