/** Runs while the clock shows another time: so many milliseconds later, or earlier when negative. */
export async function withClockAt<T>(milliseconds: number, run: () => Promise<T>): Promise<T> {
  const real = globalThis.Date;
  const now = () => real.now() + milliseconds;
  globalThis.Date = new Proxy(real, {
    apply: () => new real(now()).toString(),
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  try {
    return await run();
  } finally {
    globalThis.Date = real;
  }
}
