import { nameSet } from "@chatexport/core/read";

/* The names that Qoder 1.1.52 adds to those of Claude Code. */

/** Records about the session; only the last one of each type counts. */
export const qoderTypes = nameSet("active-leaf runtime-config token-stats workspace-directories");

/** Fields of these and of others. */
export const qoderFields = nameSet(
  "rewound compactBoundaryUuid requiresActiveLeafCommit directories promptTokenCount reasoningEffort",
  "contextWindow generation displayErrorCode errorFallbackMessage isContentFilteredMessage modelSource",
  "billable credits original_credits context_usage_ratio",
);
