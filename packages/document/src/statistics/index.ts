export { countSessions, type SessionCounter, type TimeSpan } from "./count-sessions.js";
export { type Cost, type Counts, messagesOf, type Tokens, tokensOf } from "./counter.js";
export type { DayCounts, ModelCounts, PricedCost, Statistics } from "./statistics.js";
