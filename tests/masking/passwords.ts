import { characters, type Dice, secretOf } from "./shape.js";

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const plain = `${letters}0123456789`;

/** A password of so many characters with one of each alphabet, as makers promise it. */
function mixed(length: number, alphabets: readonly string[]): (dice: Dice) => string {
  return (dice) => {
    const rest = characters(length - alphabets.length, alphabets.join(""), dice);
    const each = alphabets.map((alphabet) => characters(1, alphabet, dice));
    return each.reduce((word, one) => {
      const at = dice(word.length + 1);
      return word.slice(0, at) + one + word.slice(at);
    }, rest);
  };
}

/** The makers of passwords that people do not type, with the characters that each of them uses. */
export const makers: Readonly<Record<string, (dice: Dice) => string>> = {
  "terraform random_password": mixed(16, [plain, "!@#$%&*()-_=+[]{}<>:?"]),
  "AWS RDS": mixed(20, [plain, "!#$%&()*+,-.:;<=>?[]^_{|}~"]),
  "AWS Secrets Manager": mixed(32, [plain, "!#$%&()*+,-./:;<=>?@[]^_{|}~"]),
  "KeePass with specials": mixed(20, [plain, "!#$%&*+,-./:;=?@^_()[]{}<>"]),
  "pwgen -sy": mixed(16, [plain, "!#$%&()*+,-./:;<=>?@[]^_{|}~"]),
  "Django SECRET_KEY": mixed(50, ["abcdefghijklmnopqrstuvwxyz0123456789", "!@#$%^&*(-_=+)"]),
  Bitwarden: mixed(14, [plain, "!@#$%^&*"]),
  "1Password": mixed(20, [plain, "!@.-_*"]),
  "1Password words": (dice) => secretOf("{let5}-{low6}-{let7}-{num1}{low4}", dice),
  Apple: (dice) => secretOf("{low6}-{any6}-{low5}{num1}", dice),
  "Chrome and Firefox": mixed(15, [letters, "0123456789"]),
  "openssl rand -base64": (dice) => secretOf("{b6443}=", dice),
  "openssl rand -hex": (dice) => secretOf("{hex48}", dice),
  "letters only": (dice) => characters(14, letters, dice),
  "python token_urlsafe": (dice) => secretOf("{url43}", dice),
  uuidgen: (dice) => secretOf("{uuid}", dice),
};
