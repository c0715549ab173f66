/** Runs with other environment variables. */
export async function withVariables<T>(
  variables: Readonly<Record<string, string>>,
  run: () => Promise<T>,
): Promise<T> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  try {
    for (const [name, value] of Object.entries(variables)) process.env[name] = value;
    return await run();
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

/** Runs while it is noted which environment variables are looked at. */
export async function variablesReadBy(run: () => Promise<unknown>): Promise<Set<string>> {
  const names = new Set<string>();
  const real = process.env;
  const note = (name: string | symbol) => {
    if (typeof name === "string") names.add(name);
  };
  process.env = new Proxy(real, {
    get(target, name) {
      note(name);
      return Reflect.get(target, name);
    },
    has(target, name) {
      note(name);
      return Reflect.has(target, name);
    },
  });
  try {
    await run();
  } finally {
    process.env = real;
  }
  return names;
}
