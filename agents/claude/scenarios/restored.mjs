import { restoreThereAndBack } from "../../change-store.mjs";
import { sessionOf } from "../runs.mjs";

/** @type {Record<string, import("../scenario.mjs").Scenario>} */
export const restored = {
  restored: {
    about: "A session with an agent that is deleted, comes back from an archive, and goes on.",
    sets: ["quick"],
    // It compares the whole home before and after.
    alone: true,
    make: ({ say, print, prompt, agentTool }) => {
      const [answer, answerOfAgent] = [
        say("answer", "It is back."),
        say("agent-answer", "A tree."),
      ];
      const input = {
        description: say("agent-description", "Look around"),
        prompt: prompt("agent", "Look to the left.", "agent-prompt"),
        subagent_type: "general-purpose",
        run_in_background: false,
      };
      return {
        scripts: {
          first: [[{ type: "tool", name: agentTool, input }], [{ type: "text", text: answer }]],
          agent: [
            [{ type: "tool", name: "Bash", input: { command: print("on the left") } }],
            [{ type: "text", text: answerOfAgent }],
          ],
          second: [[{ type: "text", text: say("answer", "You are welcome.") }]],
        },
        runs: [
          {
            prompt: prompt("first", "Look around with a helper."),
            check({ home, outputs: [output] }) {
              restoreThereAndBack(home, sessionOf(output) ?? "");
              return undefined;
            },
          },
          {
            prompt: prompt("second", "Thank you."),
            resumes: 0,
            check({ requests }) {
              const sent = JSON.stringify(requests);
              const missing = [answer, answerOfAgent].find((text) => !sent.includes(text));
              return missing === undefined ? undefined : `it does not send ${missing}`;
            },
          },
        ],
      };
    },
  },
};
