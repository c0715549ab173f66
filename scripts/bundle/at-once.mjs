/**
 * Finds the modules that are there as soon as one of `entries` is, through imports that wait for
 * nothing: a plugin that looks for them, and whether a module is one. The bundler's own tag for them
 * has what workers import, too.
 */
export function atOnce(entries) {
  const found = new Set(entries);
  const plugin = {
    name: "at-once",
    buildEnd() {
      // A set grows while it is walked.
      for (const id of found)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
    },
  };
  return { plugin, isAtOnce: (id) => found.has(id) };
}
