/*
 * Words and what a machine wrote at random are told apart by pairs of letters: nine in ten pairs of words
 * in code and documents are of the 200 below, three in ten of letters at random.
 */

const frequentPairs = new Set(
  `ab ac ad ag ai al am an ap ar as at au av ay ba be bi bl bo bs bu ca cc ce ch ci ck cl co cr ct cu da
  de di do ds du ea ec ed ee ef eg el em en ep er es et ev ex fa fe ff fi fl fo ge gh gi gn gr ha he hi
  ho ia ib ic id ie if ig il im in io ip ir is it iv iz ke ki ks la ld le li ll lo ls lt lu ly ma me mi
  mm mo mp na nc nd ne nf ng ni nk nn no ns nt nu ob oc od og ol om on oo op or os ot ou ov ow pa pe pi
  pl po pp pr pt qu ra rc rd re rg ri rk rm rn ro rr rs rt ru ry sa sc se sh si so sp ss st su ta tc te
  th ti tl to tr ts tt tu ty ua ub uc ue ui ul um un up ur us ut va ve vi wa we wi xp xt ze`.split(
    /\s+/,
  ),
);

/**
 * True when the letters of a text, whatever is between them, can be those of words. Few can always be.
 */
export function isSpoken(text: string): boolean {
  const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  const letters = words.join("").length;
  if (letters < 8) return true;
  // Where upper and lower case change at random, the words are short.
  if (words.length > 2 && letters < 3 * words.length) return false;
  const pairs = words.flatMap(pairsOf);
  const frequent = pairs.filter((pair) => frequentPairs.has(pair)).length;
  return frequent >= (letters < 12 ? 0.5 : 0.55) * pairs.length;
}

function pairsOf(word: string): string[] {
  const letters = word.toLowerCase();
  return Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2));
}
