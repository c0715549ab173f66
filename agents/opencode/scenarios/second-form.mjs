import { picture } from "../../picture.mjs";

/** @type {Record<string, import("../runs.mjs").Scenario>} */
export const secondForm = {
  "second-form": {
    about: "Prompts to the server's newer interface, which stores the second form of messages.",
    make: ({ say, print, prompt, folder }) => {
      const old = say("edit-old", "an old line");
      const call = (/** @type {string} */ name, /** @type {object} */ input) =>
        /** @type {const} */ ({ type: "tool", name, input });
      return {
        files: { "old.txt": `one\n${old}\nthree\n` },
        scripts: {
          first: [
            [
              { type: "thinking", text: say("thinking", "The file first.") },
              { type: "text", text: say("commentary", "I look at it.") },
              call("read", { path: `${folder}/old.txt` }),
              call("read", { path: `${folder}/${say("tool-input", "none")}` }),
            ],
            [
              call("edit", {
                path: `${folder}/old.txt`,
                oldString: old,
                newString: say("edit-new", "a better line"),
              }),
              call("write", {
                path: `${folder}/new.txt`,
                content: `${say("write", "a new line")}\n`,
              }),
            ],
            [call("bash", { command: `${print("all is lost")}; exit 3` })],
            [
              call("bash", {
                command: `${print("the first line")}; seq 1 20000; ${print("the last line")}`,
              }),
            ],
            [{ type: "text", text: say("answer", "The file is changed.") }],
          ],
          second: [[{ type: "text", text: say("answer", "It is red.") }]],
          third: [[{ type: "text", text: say("answer", "The older one works as well.") }]],
        },
        runs: [
          {
            asks: [
              { startSecond: "build" },
              { saySecond: { text: prompt("first", "Change the file.") } },
              { switchSecond: "plan" },
              {
                saySecond: {
                  text: prompt("second", "What is on it?"),
                  files: [
                    {
                      uri: `data:image/png;base64,${picture(3).toString("base64")}`,
                      mime: "image/png",
                      name: "red.png",
                    },
                  ],
                },
              },
              // The same session, by the interface that stores the first form.
              { say: prompt("third", "And the older interface?") },
            ],
          },
        ],
      };
    },
  },
};
