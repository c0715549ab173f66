/** The value of an option that may be one of these; throws a TypeError for any other. */
export function oneOf<Value extends string>(
  name: string,
  allowed: readonly Value[],
  value: Value,
): Value {
  if (allowed.includes(value)) return value;
  const words = `${allowed.slice(0, -1).join(", ")} or ${allowed.at(-1)}`;
  throw new TypeError(`Option ${name} must be ${words}, not "${String(value)}"`);
}
