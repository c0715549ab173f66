import { messageOf } from "@chatexport/core";
import type { Rendered } from "../render-job.js";
import type { Job } from "../task.js";

/** A message to a thread: a job, once it has answered for the one before; to stop; no more jobs. */
export type Order = { job: Job } | "stop" | "end";

/** Its answer: that it is ready for jobs, then once for each of them the result. */
export type Answer<Result> = "ready" | { rendered: Result } | { failure: PortableCause };

/**
 * The cause of a failure, as plain data: an error that is sent to another thread loses its codes.
 */
interface PortableCause {
  message: string;
  stack: string;
  codes: Readonly<Record<string, unknown>>;
}

/** Makes what was thrown ready for another thread. */
export function portableCause(cause: unknown): PortableCause {
  if (!(cause instanceof Error)) return { message: messageOf(cause), stack: "", codes: {} };
  const { message, stack = "" } = cause;
  const own = ["code", "syscall"].filter((name) => name in cause);
  const codes = Object.fromEntries(own.map((name) => [name, String(Reflect.get(cause, name))]));
  return { message, stack, codes };
}

/** The error that stands for what another thread has thrown. */
export function causeFrom({ message, stack, codes }: PortableCause): Error {
  return Object.assign(new Error(message), { stack, ...codes });
}

/** The result of a job, with another form of all causes. */
export function withCauses<Result extends Rendered, From>(
  rendered: Result,
  change: (cause: From) => unknown,
): Result {
  const diagnostics = rendered.diagnostics.map(({ cause, ...diagnostic }) =>
    cause === undefined ? diagnostic : { ...diagnostic, cause: change(cause as From) },
  );
  return { ...rendered, diagnostics };
}
