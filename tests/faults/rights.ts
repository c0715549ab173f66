/** Nobody, on Linux and elsewhere. */
const nobody = 65534;

/** Runs as somebody to whom permissions mean something: not as root. */
export async function withoutRights<T>(run: () => Promise<T>): Promise<T> {
  const { seteuid, setegid } = process;
  if (process.geteuid?.() !== 0 || !seteuid || !setegid) return run();
  const group = process.getegid?.() ?? 0;
  setegid(nobody);
  seteuid(nobody);
  try {
    return await run();
  } finally {
    seteuid(0);
    setegid(group);
  }
}
