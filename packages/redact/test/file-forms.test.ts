import { expect, test } from "vitest";
import { maskedText } from "./session.js";

const base64 = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64");

test("masks base64 of JSON as a whole", async () => {
  const encoded = base64({ user: "anna", password: "tidal-93kq" });
  expect(await maskedText(`CONFIG_BASE64=${encoded}\nPORT=1`)).toBe(
    "CONFIG_BASE64=[redacted: encoded-secret]\nPORT=1",
  );
});

test("masks both values of a change", async () => {
  expect(await maskedText('~ secret_string = "tidal-93kq" -> "tidal-77xw"')).toBe(
    '~ secret_string = "[redacted: password]" -> "[redacted: password]"',
  );
});

test("masks each key of a list that unseals", async () => {
  const keys = ["k7Q", "p2X"].map((part) => `${part.repeat(14)}d1=`);
  expect(await maskedText(`"unseal_keys_b64": ["${keys.join('", "')}"]`)).toBe(
    '"unseal_keys_b64": ["[redacted: vault-key]", "[redacted: vault-key]"]',
  );
});

test.each([
  "INSERT INTO users (email, password) VALUES ('a', '@'), ('b', '@');",
  "insert into users (note, pwd) values ('it''s, (old)', '@') returning id",
  "COPY users (id, password) FROM stdin;\n1\t@\n2\t@\n\\.",
  "INSERT INTO settings (name, value) VALUES ('smtp_password', '@');",
  "UPDATE users SET password = crypt('@', gen_salt('bf'));",
  "SET PASSWORD FOR root@localhost = '@';",
  "CREATE USER anna IDENTIFIED BY @;",
])("masks each password in %s", async (text) => {
  const mask = "[redacted: password]";
  expect(await maskedText(text.replaceAll(/@(?!l)/g, "tidal-93kq"))).toBe(
    text.replaceAll(/@(?!l)/g, mask),
  );
});

test.each([
  base64({ id: 7, next: "page-2", user: "anna-lovelace" }),
  base64({ password: "your-password", token: "<token>" }),
  `//# sourceMappingURL=data:application/json;base64,${base64({ secret: "tidal-93kq" })}`,
  "rocommunity public default",
  "snmp-server community private RO",
  "snmpwalk -v2c -c public 10.0.0.1",
  "https://host.net/reset-password/how-to-reset-the-password",
  "https://github.com/shop/web/tree/main/verify/email-verification-flow.ts",
  "https://host.net/invite/[token]",
  'parser.add_argument("--password", default="password")',
  'parser.add_argument("--token-type", default="tidal-93kq")',
  '.option("--color <when>", "when to use colours", "auto2always")',
  'flag.StringVar(&region, "region", "eu-central-1", "where")',
  "POSTGRES_PASSWORD: $" + "{POSTGRES_PASSWORD:-postgres}",
  "API_TOKEN=$" + "{API_TOKEN:-}",
  "password: this will work fine",
  "the password must have more than that",
  "pre-shared-key authentication is off",
  '"sensitive": true, "type": "string"',
  "accounts: ['0x5FbDB2315678afecb367f032d93F642f64180aa3']",
  "(1) 0x5FbDB2315678afecb367f032d93F642f64180aa3",
  "<D>a paragraph</D>",
  '"anna" "lovelace"',
  "INSERT INTO users (email, name) VALUES ('a@b.net', 'tidal-93kq');",
  "INSERT INTO users (email, password) VALUES (?, ?), ($1, $2);",
  "INSERT INTO users (email, password) VALUES (:email, 'password')",
  "http://localhost:3000/@fs/home/shop2/Main.tsx",
  "https://unpkg.com:443/@scope/Pkg2@1.2.3/x.js",
  "http://host:port/Path2/@vite/client",
  "docker pull registry.host.net:5000/shop2/Web@sha256:0f3c",
  `K${"x7Qp2mZt".repeat(6)}abc`,
  "password: this will work fine for all of them",
  'password: "enter a new password again"',
  "improve password strength meter component styling",
  "the password is printed without masking anything",
  "passphrase: used when encrypting backups",
  "password = user.get.password.hash.value",
])("keeps %s", async (text) => {
  expect(await maskedText(text)).toBe(text);
});
