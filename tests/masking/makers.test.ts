import redactor from "@chatexport/redact";
import { expect, test } from "vitest";
import { makers } from "./passwords.js";
import { diceOf } from "./shape.js";

/** The places of generated passwords in files that people commit and print; what each needs to be escaped. */
const places: Readonly<Record<string, (password: string) => string>> = {
  assignment: (password) => `password = "${password}"`,
  JSON: (password) => `{"user": "app", "password": ${JSON.stringify(password)}}`,
  ".env": (password) => `DB_HOST=db\nDB_PASSWORD=${password}\nDB_PORT=1`,
  ".env, quoted": (password) => `DB_PASSWORD='${password}'`,
  YAML: (password) => `database:\n  password: "${password}"\n  port: 1`,
  SECRET_KEY: (password) => `SECRET_KEY = '${password}'`,
  address: (password) =>
    `DATABASE_URL=postgres://app:${encodeURIComponent(password)}@db.host.net/shop`,
  ".ini": (password) => `[client]\nuser=app\npassword=${password}\nport=1`,
  ".properties": (password) => `spring.datasource.password=${password}\n`,
  Compose: (password) => `    environment:\n      - MYSQL_ROOT_PASSWORD=${password}\n`,
  "connection string": (password) =>
    `Server=db;User Id=sa;Password=${password.replaceAll(";", ":")};Encrypt=True`,
  "output of Terraform": (password) =>
    `{"db_password": {"sensitive": true, "type": "string", "value": ${JSON.stringify(password)}}}`,
  HCL: (password) => `variable "db" {\n  password = "${password}"\n}`,
};

const tries = 150;

/** Of a hundred, where it is not 95: letters alone may look like words. */
const floors: Readonly<Record<string, number>> = { "letters only": 90 };

test.each(Object.entries(makers))(
  "passwords of %s are found in every place",
  async (name, make) => {
    const shares: Record<string, number> = {};
    for (const [place, written] of Object.entries(places)) {
      const { texts } = redactor();
      const dice = diceOf(name + place, Number(process.env.SEED ?? 1));
      let found = 0;
      for (let count = 0; count < tries; count++) {
        const password = make(dice);
        const text = written(password);
        const [masked = ""] = await texts([text]);
        const inPlace = place === "address" ? encodeURIComponent(password) : password;
        const half = Math.ceil(inPlace.length / 2);
        const isLeft = Array.from({ length: inPlace.length - half + 1 }, (_, at) =>
          inPlace.slice(at, at + half),
        ).some((piece) => masked.includes(piece));
        if (!isLeft) found++;
      }
      shares[place] = (100 * found) / tries;
    }
    if (process.env.SHOW_MISSES) console.log(name, JSON.stringify(shares));
    const floor = floors[name] ?? 95;
    expect(Object.entries(shares).filter(([, share]) => share < floor)).toEqual([]);
  },
);
