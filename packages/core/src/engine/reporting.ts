import type { Diagnostic } from "../diagnostics.js";
import type { Context } from "../plugin.js";
import { defined } from "../present.js";
import { diagnosticOf } from "./plugin-output.js";

/** Options that every function of the engine takes. */
export interface EngineOptions {
  /**
   * Receives every diagnostic, stamped with source and session. Without it, the work ends with an
   * `AggregateError` of all diagnostics of severity `error`, once everything else was handed out.
   */
  report?: (diagnostic: Diagnostic) => void;
  /** Stops the work: what was handed out stays complete. */
  signal?: AbortSignal;
  /** See `Context`. */
  recall?: Context["recall"];
}

/** A context whose diagnostics carry the source and session they are about. */
export function contextFor(
  { report, signal, recall }: EngineOptions,
  stamp: Pick<Diagnostic, "source" | "session">,
): Context {
  return {
    report: (diagnostic) => report?.(diagnosticOf({ ...stamp, ...diagnostic })),
    signal: signal ?? new AbortController().signal,
    recall,
  };
}

/** Options of a run that has a `report`, and what ends the run. */
interface Reported<Options> {
  run: Options & { report: (diagnostic: Diagnostic) => void };
  /** Throws the errors that were reported to nobody. */
  end(): void;
}

/** Collects errors where the caller gave no `report`, so that no session is missing in silence. */
export function unseenErrors<Options extends EngineOptions>(options: Options): Reported<Options> {
  const { report, signal } = options;
  if (report) return { run: { ...options, report, ...defined({ signal }) }, end: () => {} };
  const errors: Error[] = [];
  const collect = (diagnostic: Diagnostic) => {
    if (diagnostic.severity === "error") errors.push(new DiagnosticError(diagnostic));
  };
  return {
    // A controller has its signal, too, but not as a field of its own.
    run: { ...options, report: collect, ...defined({ signal }) },
    end() {
      const [first] = errors;
      if (first === undefined || signal?.aborted) return;
      const others = errors.length > 1 ? ` And ${errors.length - 1} more.` : "";
      throw new AggregateError(errors, `${first.message}${others}`);
    },
  };
}

/** A diagnostic as an error of an AggregateError. */
export class DiagnosticError extends Error {
  override readonly name = "DiagnosticError";
  /** The code of the diagnostic, such as `session-failed`. */
  readonly code: string;
  /** With the source and the session that it is about. */
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message, { cause: diagnostic.cause });
    this.code = diagnostic.code;
    this.diagnostic = diagnostic;
  }
}
