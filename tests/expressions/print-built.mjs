import { dirname, join } from "node:path";

// Prints the regular expressions that a redactor puts together, as JSON: a list of { source, flags }.
// They are told by what is asked of `RegExp`, in a process of its own.
const built = new Map();
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, words) {
    const { source, flags } = Reflect.construct(target, words);
    built.set(`/${source}/${flags}`, { source, flags });
    return Reflect.construct(target, words);
  },
});
const [, , entry] = process.argv;
const { default: redactor } = await import(entry);
await redactor({ paths: true, home: "/home/mira" }).texts(["/home/mira/shop"]);
// Each rule puts its own together when it first looks at a text.
const { allRules } = await import(join(dirname(entry), "all-rules.js"));
for (const { find } of allRules) Array.from(find("", new Map()));
// Not while the process ends, when a reader that is slow gets a part of it.
console.log(JSON.stringify([...built.values()]));
