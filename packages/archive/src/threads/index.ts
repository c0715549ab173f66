export { openPool, type PoolOptions, type Thread, type ThreadSettings } from "./render-pool.js";
export { type Port, serveJobs } from "./serve-jobs.js";
export type { Order } from "./thread-messages.js";
