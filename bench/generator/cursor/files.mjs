/** The files of the workspace in the folder `root`, with their lines. */
export function filesFrom(random, text, root) {
  const files = Array.from({ length: 24 }, (_, index) => {
    const name = `src/${text.noun()}-${index}.ts`;
    const lines = text.code(Math.round(random.spread(250, 2500)));
    return { name, path: `${root}/${name}`, lines: index % 2 ? lines : commented(lines) };
  });

  /** Comments that a model wrote, every forty lines. */
  function commented(lines) {
    return lines.map((line, index) => (index % 40 ? line : `  // ${text.rich(1)}`));
  }

  const next = () => random.pick(files);

  /** Some lines of a file. */
  function excerpt(low, high) {
    const file = next();
    const start = random.integer(0, file.lines.length >> 1);
    return { file, start, lines: file.lines.slice(start, start + random.integer(low, high)) };
  }

  return { root, next, excerpt };
}

/** A URI as Cursor stores it. */
export function uriOf(path) {
  return { $mid: 1, fsPath: path, external: `file://${path}`, path, scheme: "file" };
}
