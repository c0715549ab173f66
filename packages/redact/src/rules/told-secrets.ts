import { nameSet } from "@chatexport/core/read";
import { isSpoken } from "./letter-pairs.js";
import {
  hasSignsInside,
  isChosen,
  isConstant,
  isGenerated,
  isName,
  isPlaceholder,
  isWordWithNumber,
} from "./placeholder.js";
import type { Rule, Span } from "./rule.js";

/*
 * Passwords that people tell in sentences: a word for a password, words that join, the password. The grammar is
 * the same in all languages; only the words differ.
 */

/** Words for a password, in the forms of their languages. */
const passwordWords = [
  "[Pp]asswort|[Kk]ennwort|[Cc]ontrase(?:ñ|n)a|[Mm]ot de passe|[Ss]enha|[Pp]alavra-passe|[Ww]achtwoord",
  "[Hh]as(?:ł|l)(?:o|a|em)|[Pp]arola d'ordine|[Pp]arola|[Hh]esl(?:o|em)|סיסמה|[Ll]ösenord|Şifre|şifre",
  "[Mm]ật khẩu|[Kk]ata sandi|Парол(?:ь|я|ем)|парол(?:ь|я|ем)|パスワード|비밀번호",
  "كلمة المرور|كلمة السر|पासवर्ड|পাসওয়ার্ড",
].join("|");

/** The English words, also in sentences of other languages, and short words with what joins them. */
const commonWords = [
  "[Pp]assword|[Pp]assphrase|[Pp]asswd|[Cc]lient secret|[Tt]he secret|[Ll]a clave (?:es|era) ",
  "(?<=[^A-Za-z0-9_$.-]|^|\\\\[nrt])(?:[Pp][Ww]|[Pp]wd|[Pp]ass|[Ww][Ww]|[Mm]dp)(?: ?: |(?: is| ist| was| est| è| es| lautet) )",
  "[Uu]ser(?:name)?:? [A-Za-z][\\w.-]{1,20},? (?:pass|pw|pwd) ",
].join("|");

/** Words for what people log in with: a name, and a password behind it. */
const loginWords = [
  "[Ll]og(?:ged)? ?in (?:with|as|met|mit)|(?<=[^A-Za-z]|^|\\\\[nrt])[Ll]ogin(?::| mit | com | con )|(?<=[^A-Za-z0-9_]|^|\\\\[nrt])(?:[Cc]reds|[Cc]redentials)\\b",
  "[Mm]elde dich mit|[Zz]ugangsdaten|[Cc]onnecte-toi|[Cc]onnexion avec|[Ii]dentifiants|[Ee]ntra con |[Ii]nicia sesión",
  "[Cc]redenciales|[Aa]ccedi con|[Cc]redenziali|[Cc]redenciais|[Ee]ntre com |[Ii]nloggegevens|[Ii]nloggen met",
  "[Dd]ane logowania|[Ll]ogowanie:|[Zz]aloguj się|учётные данные|Учётные данные|доступ: |Доступ: |логин [a-z]|Логин [a-z]|認証情報|ログイン：|로그인: ",
].join("|");

/** Words of two and three characters, for passwords and for what people log in with. */
const shortWords = "密码|密碼|口令|암호|비번은|账号|登录：|계정은";

const longWords = `${passwordWords}|${commonWords}|${loginWords}`;
// A hint has four characters.
const hint = `(?:${longWords}|(?:${shortWords})[^\\n].|[^\\n](?:作为|当)密码)`;
const word = new RegExp(`(?:${longWords}|(?:.(?:作为|当))?(?:${shortWords}))`, "y");
const shortWord = new RegExp(shortWords);
/** A word that the password may follow at once. */
const isDirect = new RegExp(`^(?:${passwordWords}|${shortWords})$| $`);

/** Before a word for a password that ends a list of what somebody logs in with. */
const introduced =
  /(?:^|[\s,])(?:(?:and|und|et|y|e|en|with|con|com|alla)(?: (?:the|le|la|a))?|(?:[Uu]ser(?:name)?|[Uu]tente):? [\w.-]{2,20}|[\w.-]{2,20},) $/;

/** Words followed by a password that looks like one in no other place, in all languages. */
const joining = nameSet(
  "is was be are now still from to as enter try with and pass pw pwd password root admin sudo",
  "ist war sei lautet jetzt weiterhin von auf mit und gib nimm sind sollte passwort kennwort",
  "est était être maintenant toujours de à avec et tape sont",
  "es era ser ahora siendo de a con y escribe son contraseña",
  "è essere adesso ancora da su e scrivi sono",
  "é ainda agora de para com digite são senha",
  "nu nog steeds van op en met je typ zou zijn wachtwoord",
  "jest było być teraz nadal z na i wpisz hasło",
  "был быть теперь ещё с на введи и",
);

/** A longer line is no prose. */
const longestLine = 1000;
/** So many words behind the one for a password may a sentence tell it. */
const mostWords = 14;

/** A password in the sentence in which it is called one. */
export const toldRule: Rule = {
  name: "password",
  hints: [hint],
  *find(text, found) {
    for (const place of found.get(hint) ?? []) {
      const near = text.slice(Math.max(0, place - longestLine), place + longestLine);
      const here = Math.min(place, longestLine);
      const lineStart = near.lastIndexOf("\n", here - 1) + 1;
      const lineEnd = near.indexOf("\n", here);
      const line = near.slice(lineStart, lineEnd === -1 ? near.length : lineEnd);
      if (line.length > longestLine) continue;
      const at = here - lineStart;
      const start = place - at;
      // The mask of a password bears its name.
      if (/\[redacted: [a-z-]*$/.test(line.slice(Math.max(0, at - 40), at))) continue;
      word.lastIndex = at;
      const name = word.exec(line)?.[0] ?? "";
      const isNext = isDirect.test(name) || introduced.test(line.slice(Math.max(0, at - 40), at));
      const front = at + Math.max(0, name.search(shortWord));
      for (const span of [...usedAs(line, front), ...toldBehind(line, at + name.length, isNext)])
        yield { start: start + span.start, end: start + span.end };
    }
  },
};

/** A password in front of the word: "use … as the password". */
function* usedAs(line: string, at: number): Generator<Span> {
  const from = Math.max(0, at - 120);
  const secret = inFront.exec(line.slice(from, at))?.groups?.secret;
  if (secret === undefined) return;
  yield* told(secret, from + line.slice(from, at).lastIndexOf(secret), true);
}

const signs = "\\s，。、；：！？（）「」『』“”„«»‘’";
const scripts = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー";

const inFront = new RegExp(
  `(?<secret>[^${signs}${scripts}]{6,60})["'\`*»”」]{0,3} ?(?:(?:(?:as|als|comme|como|come|jako|как) |в качестве )(?:(?:the|my|your|its|a|an) )?(?:[\\w-]{1,20} ){0,2}|作为|当|[を를을] ?)$`,
  "u",
);

/** The passwords in the words behind. */
function* toldBehind(line: string, from: number, isNext: boolean): Generator<Span> {
  const behind = line.slice(from, from + 240);
  let isJoined = isNext;
  let end = 0;
  let count = 0;
  for (const { 0: one, index } of behind.matchAll(words)) {
    if (++count > mostWords) return;
    const between = behind.slice(end, index);
    end = index + one.length;
    // The rest of the word for a password: "passwords", or what ends it: "password:".
    if (count === 1 && between === "" && hasSpaces.test(line[from - 1] ?? "")) {
      isJoined = /[:=]\**$/.test(one) || (isJoined && /^\p{L}{1,4}$/u.test(one));
      continue;
    }
    const isNear = isJoined || joins.test(between) || /^["'`*]{1,3}./.test(one);
    yield* told(one, from + index, isNear, behind.slice(0, index));
    isJoined = joining.has(one.toLowerCase().replace(/[,"'`]{1,4}$/, "")) || /[:=/→—–-]$/.test(one);
  }
}

const words = new RegExp(`(?:(?!\\\\[nrt])[^${signs}${scripts}])+`, "gu");

/** A letter of a script that puts spaces between words. */
const hasSpaces = /[\p{sc=Latin}\p{sc=Cyrillic}]/u;

/** The sign that joins two words. */
const joins = new RegExp(`[:：=→—–「『“„«‘]|[${scripts}]`, "u");

/** The secret in a word, without quotes, the name of a user and the end of the sentence. */
function* told(one: string, at: number, isNear: boolean, before = ""): Generator<Span> {
  const { secret = "" } = bare.exec(one)?.groups ?? {};
  const isSecret = isNear ? isMadeUp(secret) || isLikely(secret) : isMadeUp(secret);
  if (!isSecret || entity.test(one) || named.test(before)) return;
  const start = at + one.lastIndexOf(secret);
  yield { start, end: start + secret.length };
}

const bare =
  /^(?:["'`*(]{0,3}[\w.@-]{1,40}[/:](?=.{6}))?["'`*(]{0,3}(?<secret>.*?)["'`*)]{0,3}[.,:;]?$/;

/** A credential has an identifier, too. */
const named = /\b[Ii][Dd]["'`]?[ \t]?[:=]?[ \t]?$/;

/** A sign of HTML behind a name: `MinIO&reg;`. */
const entity = /[A-Za-z]&[a-z]{2,8};/;

/** A word that nobody would write who does not tell a password. */
function isMadeUp(secret: string): boolean {
  return (
    secret.length >= 8 &&
    /[a-z]/.test(secret) &&
    /[A-Z]/.test(secret) &&
    /[0-9!@#$%^&*]/.test(secret) &&
    !isOther(secret) &&
    !/-[a-z]+-/.test(secret) &&
    !(isSpoken(secret) && /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+$/.test(secret)) &&
    (isGenerated(secret) || !isSpoken(secret) || isChosen(secret))
  );
}

/** A word that is a password where the sentence says that one comes. */
function isLikely(secret: string): boolean {
  if (secret.length < 6 || secret.length > 60) return false;
  if (/^[A-Za-z]{3,}(?:[-_.][A-Za-z]{3,}){1,4}[-_.]?[0-9]{2,4}$/.test(secret))
    return !isPlaceholder(secret) && !technical.test(secret);
  if (/^[#@]/.test(secret)) return isGenerated(secret) || hasSignsInside(secret);
  if (isOther(secret)) return false;
  return (
    isChosen(secret) ||
    isWordWithNumber(secret) ||
    hasSignsInside(secret) ||
    (/^[A-Za-z]{10,40}$/.test(secret) && hasCases(secret) && !isSpoken(secret)) ||
    (/[A-Za-z][0-9]{1,6}[A-Za-z]/.test(secret) && /^[A-Za-z0-9!@#$%^&*?]{8,40}$/.test(secret)) ||
    (/[0-9]/.test(secret) && /[A-Za-z]/.test(secret) && /[!@#$%^&*?]/.test(secret))
  );
}

function hasCases(secret: string): boolean {
  return /[a-z]/.test(secret) && /[A-Z]/.test(secret);
}

/**
 * True when a word is anything else that has letters, digits and signs: a name, a path, a version, an
 * algorithm.
 */
function isOther(secret: string): boolean {
  return (
    /:\/\/|\w[(=[]|[<>{}\\"'`…]|^[\w.+-]+@[\w-]+\.|\.[A-Za-z]{2,4}$|^[-/.#@]|^v?[0-9]+[.-][0-9]/.test(
      secret,
    ) ||
    /^[0-9]+[A-Za-z]{1,8}$|^[0-9a-f]{7,40}$|^[0-9-]+T[0-9:.]+Z?$|[+-][0-9]+$/.test(secret) ||
    technical.test(secret) ||
    isName(secret) ||
    isConstant(secret) ||
    isPlaceholder(secret)
  );
}

/**
 * Methods that hash, encrypt and encode passwords, and names with numbers of standards and
 * programs.
 */
const technical =
  /^(?:argon2(?:id|i|d)|pbkdf2|b?s?crypt|hmac|sha|aes|rsa|md|base|utf|oauth|auth|x509|pkcs|http|ipv|rfc|iso|cve|windows|ubuntu|debian|node|python|postgres(?:ql)?|mysql|sqlite|ed|ecdsa|secp|user|test|step|line|page|level|option|field|version|port|example)[-_/]?(?:(?:pbkdf2|hmac|sha|aes|gcm|cbc|mb|url)[-_/]?)?[0-9.]{0,7}[a-z]{0,3}(?:[-_/][0-9a-z]{1,6}){0,3}$/i;
