import type { Job } from "@chatexport/archive";
import type { PortableCause } from "./portable-cause.js";
import type { Rendered } from "./render-job.js";

/**
 * What a thread that renders is told: a job, once it has answered for the one before; that what it has
 * in hand is not wanted any more; that there are no more jobs.
 */
export type Order = { job: Job } | "stop" | "end";

/** What it answers: that it is ready for jobs, then once for each of them. */
export type Answer = "ready" | { rendered: Rendered } | { failure: PortableCause };
