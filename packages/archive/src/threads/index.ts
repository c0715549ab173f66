export { openPool, type PoolOptions, type ThreadSettings } from "./render-pool.js";
export { serveJobs } from "./serve-jobs.js";
