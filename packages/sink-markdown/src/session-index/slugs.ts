/**
 * Makes the names under which readers of Markdown find headings: lower case, hyphens for spaces, no
 * other punctuation, a number where a name was given before. All headings of a document must pass, in
 * order. The name is empty when a heading has nothing to make it of.
 */
export function slugs(): (heading: string) => string {
  const given = new Map<string, number>();
  return (heading) => {
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{Nd}\p{Pc} -]/gu, "")
      .replaceAll(" ", "-");
    let number = given.get(name) ?? 0;
    let slug = name;
    while (given.has(slug)) slug = `${name}-${++number}`;
    given.set(name, number);
    given.set(slug, given.get(slug) ?? 0);
    return slug;
  };
}
