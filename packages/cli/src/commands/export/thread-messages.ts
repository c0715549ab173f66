import type { Job } from "@chatexport/archive";
import { messageOf } from "@chatexport/core";
import type { Rendered } from "./render-job.js";

/**
 * A message to a thread that renders: a job, once it has answered for the one before; to stop what it
 * has in hand; or that there are no more jobs.
 */
export type Order = { job: Job } | "stop" | "end";

/** What it answers: that it is ready for jobs, then once for each of them. */
export type Answer = "ready" | { rendered: Rendered } | { failure: PortableCause };

/** What was thrown, as plain data: an error that is sent to another thread loses its codes. */
interface PortableCause {
  message: string;
  stack: string;
  codes: Readonly<Record<string, unknown>>;
}

const codes = ["code", "syscall"] as const;

/** Makes what was thrown ready for another thread. */
export function portableCause(cause: unknown): PortableCause {
  if (!(cause instanceof Error)) return { message: messageOf(cause), stack: "", codes: {} };
  const { message, stack = "" } = cause;
  const own = codes.filter((name) => name in cause);
  const found = own.map((name) => [name, String(Reflect.get(cause, name))]);
  return { message, stack, codes: Object.fromEntries(found) };
}

/** The error that stands for what another thread has thrown. */
export function causeFrom({ message, stack, codes }: PortableCause): Error {
  return Object.assign(new Error(message), { stack, ...codes });
}

/** What became of a job, with another form of all causes. */
export function withCauses<From>(rendered: Rendered, change: (cause: From) => unknown): Rendered {
  return {
    ...rendered,
    diagnostics: rendered.diagnostics.map(({ cause, ...diagnostic }) =>
      cause === undefined ? diagnostic : { ...diagnostic, cause: change(cause as From) },
    ),
  };
}
