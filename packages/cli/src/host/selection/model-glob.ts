/** A test of names of models against a glob, in any case. */
export async function modelGlob(glob: string): Promise<(model: string) => boolean> {
  if (!/[*?[\]{}()!+@|\\]/.test(glob)) return (model) => model.toLowerCase() === glob.toLowerCase();
  const { default: picomatch } = await import("picomatch");
  // A slash in a name is nothing special: it stands behind the name of the vendor.
  const matches = picomatch(glob.replaceAll("/", ":"), { dot: true, nocase: true });
  return (model) => matches(model.replaceAll("/", ":"));
}
