/** Does the work once for each sample; samples with the same key are the same. */
export function remembered<Sample, Result>(
  work: (sample: Sample) => Promise<Result>,
  keyOf: (sample: Sample) => unknown = (sample) => sample,
): (sample: Sample) => Promise<Result> {
  const results = new Map<unknown, Promise<Result>>();
  return (sample) => {
    const key = keyOf(sample);
    const result = results.get(key) ?? work(sample);
    results.set(key, result);
    return result;
  };
}
