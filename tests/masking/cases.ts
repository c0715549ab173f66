import { fileCases } from "./files.js";
import { makers } from "./passwords.js";
import { barePlaces, forms, keyPlaces, passwordPlaces } from "./places.js";
import { sentences, toldPasswords } from "./sentences.js";
import { diceOf, secretOf } from "./shape.js";
import { terminalCases } from "./terminals.js";
import { tokens } from "./tokens.js";

/** A secret in a place. */
export interface Case {
  /** The kinds that are counted together: "token, bare", "password, quoted". */
  group: string;
  /** The secret in the place: of a vendor, a maker of passwords, the place itself. */
  kind: string;
  secret: string;
  text: string;
}

/** All kinds of secrets in all their places; another seed gives other secrets in the same places. */
export function* casesOf(seed: number): Generator<Case> {
  for (const [kind, shape] of Object.entries(tokens)) {
    for (const place of barePlaces) yield filled("token, bare", kind, place, shape, seed);
    for (const place of keyPlaces) yield filled("token, named", kind, place, shape, seed);
  }
  for (const [kind, make] of Object.entries(makers))
    for (const { place, bare } of passwordPlaces) {
      const password = make(diceOf(kind + place, seed));
      yield {
        group: bare ? "password, bare" : "password, assigned",
        kind,
        ...writtenAt(place, password, bare),
      };
    }
  for (const [language, frames] of Object.entries(sentences))
    for (const place of frames)
      for (const [kind, make] of Object.entries(toldPasswords)) {
        const secret = make(diceOf(kind + place, seed));
        const text = place.replace("§", () => secret);
        yield { group: `sentences, ${language}`, kind, secret, text };
      }
  for (const [group, { secrets, places }] of Object.entries(forms))
    for (const place of places)
      for (const shape of secrets) yield filled(group, place, place, shape, seed);
  yield* fileCases(seed);
  yield* terminalCases(seed);
}

function filled(group: string, kind: string, place: string, shape: string, seed: number): Case {
  const secret = secretOf(shape, diceOf(kind + place + shape, seed));
  return { group, kind, secret, text: place.replaceAll("§", () => secret) };
}

/** A password as its place writes it: escaped in an address and in JSON, without what would end it. */
function writtenAt(place: string, password: string, bare = false): Pick<Case, "secret" | "text"> {
  const at = place.indexOf("§");
  const mark = place[at - 1] ?? "";
  if (mark === "%") {
    const secret = encodeURIComponent(password);
    return { secret, text: place.replace("%§", () => secret) };
  }
  // Neither YAML nor a shell would take these where nothing quotes the value.
  const secret = bare
    ? password.replace(/^[^A-Za-z0-9]/, "k").replace(/[#&;:<>|(){}[\]$!*?=,]/g, "_")
    : password;
  return { secret, text: place.replace("§", () => secret) };
}
