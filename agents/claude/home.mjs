import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { surroundings } from "../surroundings.mjs";

/** No key of anybody: the mock takes every one. */
const key = `sk-ant-api03-${"0".repeat(80)}-invented-AA`;

/**
 * Makes a home in which the client asks nothing at its first start; returns its whole environment.
 *
 * @param {import("../clients.mjs").Place} place
 */
export function onboard({ home, folders, temporary, url }) {
  answerQuestions(home, folders);
  return {
    ...surroundings(home),
    TMPDIR: temporary,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    // Lets root run it without asking for each permission.
    IS_SANDBOX: "1",
  };
}

/** Answers what the client would ask at its first start, and about each folder. */
function answerQuestions(/** @type {string} */ home, /** @type {string[]} */ folders) {
  mkdirSync(home, { recursive: true });
  const trusted = {
    hasTrustDialogAccepted: true,
    hasCompletedProjectOnboarding: true,
    projectOnboardingSeenCount: 9,
    allowedTools: [],
  };
  const state = {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: "99.0.0",
    theme: "dark",
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
    projects: Object.fromEntries(folders.map((folder) => [realpathSync(folder), trusted])),
  };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(state, null, 2));
}

/** True when a line of a transcript only logs a request, or the instructions of the client itself. */
export function isLog(/** @type {string} */ line) {
  return /^\{"type":"api-request/.test(line) || /"type":"prompt_snapshot"/.test(line);
}
