import { patternOf, requiredWords } from "@chatexport/search-index";
import { expect, it } from "vitest";

it.each([
  ["rate limit", ["rate", "limit"]],
  ["a to-do_list é", ["do_list"]],
  ["M\u0075\u0308ller", ["ller"]],
  ["/time ?out/", ["time", "out"]],
  ["/timeouts?/", ["timeout"]],
  ["/(foo)bar|baz/", []],
  ["/foo(bar|baz)qux/", ["foo", "qux"]],
  ["/(?:foo)(?<name>bar)/", ["foobar"]],
  ["/foo+bar/", ["foo", "bar"]],
  ["/(foo){2}(bar)*(bazz){0,}/", ["foo"]],
  ["/foo.bar[xyz]qux\\d/", ["foo", "bar", "qux"]],
  ["/^foo\\bbar$/m", ["foobar"]],
  ["/foo(?=barbar)(?!quxqux)(?<=foo)/", ["foo"]],
  ["/\\x66\\u006fo/", ["foo"]],
  ["/(foo)\\1bar/", ["foo", "bar"]],
  ["/makes/iu", []],
  ["/banana/iv", ["banana"]],
  ["/[\\p{L}--[a-z]]foo/v", ["foo"]],
  ["/\\p{Lu}foo/u", ["foo"]],
  ["/a|/", []],
  ["/()/", []],
])("finds in %s the words %j", async (source, words) => {
  expect(await requiredWords(patternOf(source, "It"))).toEqual(words);
});
