import { moveThereAndBack } from "../../move-project.mjs";
import { sessionOf } from "../runs.mjs";

/** @type {Record<string, import("../scenario.mjs").Scenario>} */
export const moved = {
  moved: {
    about:
      "A project that chatexport moves, sets back and moves again, and where the client goes on.",
    sets: ["quick"],
    // It compares the whole home before and after.
    alone: true,
    make: ({ say, print, prompt, folder }) => {
      const answer = say("answer", "It lies here.");
      const there = `${folder}-away`;
      return {
        files: { "file.txt": "x\n" },
        scripts: {
          first: [
            [{ type: "tool", name: "Bash", input: { command: print("in the old place") } }],
            [{ type: "text", text: answer }],
          ],
          second: [
            [{ type: "tool", name: "Bash", input: { command: print("in the new place") } }],
            [{ type: "text", text: say("answer", "It lies there.") }],
          ],
        },
        runs: [
          {
            prompt: prompt("first", "Where does it lie?"),
            check: ({ home }) => moveThereAndBack(home, folder, there),
          },
          {
            folder: "../moved-away",
            prompt: prompt("second", "And now?"),
            flags: ["-c"],
            check: ({ requests, outputs: [before, after] }) => {
              if (sessionOf(before) !== sessionOf(after)) return "it began another session";
              const sent = JSON.stringify(requests);
              if (!sent.includes(answer)) return "it did not send what had been said";
              if (!sent.includes(`was ${folder}`)) return "it did not tell that the folder changed";
              return undefined;
            },
          },
        ],
      };
    },
  },
};
