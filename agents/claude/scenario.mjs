/**
 * @typedef {object} Run One start of the client.
 * @property {string} [prompt] Given on the command line.
 * @property {Message[]} [messages] Given on standard input instead, one after the other.
 * @property {import("../terminal.mjs").Key[]} [keys] Typed at a terminal instead.
 * @property {string[] | ((outputs: string[]) => string[])} [flags] May be told from what the runs before printed.
 * @property {number} [resumes] The number of the run whose session goes on.
 * @property {string} [folder] Where it starts, below the folder of the scenario.
 * @property {Record<string, string>} [env] Added to the environment.
 * @property {boolean} [asks] Whether permissions are asked for; by default all is allowed.
 * @property {(after: { home: string, requests: any[], outputs: string[] }) => string | undefined} [check]
 *   Looks at the home, the requests of this run and what all runs have printed; returns what is wrong.
 *
 * @typedef {object} Message
 * @property {string | object[]} content
 * @property {string} [when] Waits for a line of output that contains this; by default for the result of the one before.
 * @property {string} [after] What another client, which goes on with the same session meanwhile, is asked before.
 *
 * @typedef {object} More What its scenarios are made from besides.
 * @property {string} agentTool The name of the tool that starts an agent, in this version.
 *
 * @typedef {import("../scenario.mjs").Scenario<Run, More>} Scenario
 */

export {};
