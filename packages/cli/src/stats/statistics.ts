import type { ToolKind } from "@chatexport/core";
import { type Counter, createCounter } from "./counter.js";

/** How often a kind of tool was called. */
export interface ToolCounts {
  calls: number;
  failed: number;
}

/** Counters by name, each made when it is asked for. */
export interface Group {
  readonly byName: ReadonlyMap<string, Counter>;
  of(name: string): Counter;
}

/** All that is counted. What has no name stands under an empty one. */
export interface Statistics {
  total: Counter;
  /** By day in UTC: "2026-01-31". */
  days: Group;
  projects: Group;
  models: Group;
  sources: Group;
  tools: Map<ToolKind, ToolCounts>;
  /** Messages without a time, which are counted on no day. */
  undated: number;
  /** Messages that were left out because they repeat those of another session. */
  copied: number;
  /** Sessions and sub-agents that were looked at, which gives each a number. */
  seen: number;
  /** Of the messages that were counted, in milliseconds since 1970; absent before the first one. */
  time?: { first: number; last: number };
}

/** Statistics of nothing. */
export function createStatistics(): Statistics {
  return {
    total: createCounter(),
    days: createGroup(),
    projects: createGroup(),
    models: createGroup(),
    sources: createGroup(),
    tools: new Map(),
    undated: 0,
    copied: 0,
    seen: 0,
  };
}

function createGroup(): Group {
  const byName = new Map<string, Counter>();
  return {
    byName,
    of(name) {
      const counter = byName.get(name) ?? createCounter();
      byName.set(name, counter);
      return counter;
    },
  };
}
