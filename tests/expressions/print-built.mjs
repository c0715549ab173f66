// Prints the regular expressions that a redactor puts together, as JSON: a list of { source, flags }.
// They are told by what is asked of `RegExp`, in a process of its own.
const { default: redactor } = await recorded(() => import(process.argv[2]));

async function recorded(work) {
  const built = new Map();
  globalThis.RegExp = new Proxy(RegExp, {
    construct(target, words) {
      const { source, flags } = Reflect.construct(target, words);
      built.set(`/${source}/${flags}`, { source, flags });
      return Reflect.construct(target, words);
    },
  });
  process.on("exit", () => console.log(JSON.stringify([...built.values()])));
  return work();
}

// The rules are put together when the first text is masked.
await redactor({ paths: true, home: "/home/mira" }).texts(["/home/mira/shop"]);
