import { type Dice, diceOf, secretOf } from "./shape.js";

/** Makes a secret. */
type Maker = (dice: Dice) => string;

const shape =
  (form: string): Maker =>
  (dice) =>
    secretOf(form, dice);

/** A JSON text with a secret, as base64. */
const encoded =
  (json: string): Maker =>
  (dice) =>
    Buffer.from(secretOf(json, dice)).toString("base64");

/** Four groups of four letters. */
const appPassword: Maker = (dice) => secretOf("{let4} {let4} {let4} {let4}", dice).toLowerCase();

const chosen = shape("Kp4{low6}Zx6v");
const random = shape("{any24}");

/** Forms of files and outputs, by class: what may be secret in them, and where it stands. */
const forms: Readonly<Record<string, { secrets: readonly Maker[]; places: readonly string[] }>> = {
  "base64 of JSON": {
    secrets: [
      encoded('{"client_id":"shop","client_secret":"{any32}"}'),
      encoded('{\n  "user": "anna",\n  "password": "Kp4{low6}Zx6v"\n}'),
      encoded('{"auths":{"registry.host.net":{"auth":"{b6432}"}}}'),
      encoded('{"type":"service_account","project_id":"shop","private_key_id":"{hex40}"}'),
    ],
    places: [
      "SERVICE_ACCOUNT_BASE64=§",
      "GCP_CREDENTIALS_B64='§'",
      '"config": "§"',
      "echo § | base64 -d",
      "§",
      "  payload: §\n",
    ],
  },
  "unseal keys": {
    secrets: [shape("{b6443}="), shape("{b6444}"), shape("{hex66}")],
    places: [
      "Unseal Key 1: §",
      "Recovery Key 3: §",
      '"unseal_keys_b64": [\n    "§"\n  ]',
      '{"unseal_keys_hex": ["§"], "root_token": "x"}',
      '{"keys":["§"],"keys_base64":["x"]}',
      "vault operator unseal §",
    ],
  },
  "links that let in": {
    secrets: [shape("{hex40}"), shape("{any32}"), shape("{url43}")],
    places: [
      "https://host.net/reset-password/§",
      "https://host.net/password/reset/§?email=anna@host.net",
      "https://host.net/reset/MQ/§/",
      "https://host.net/accounts/confirm-email/§/",
      "https://host.net/invite/§",
      "https://host.net/verify-email/§",
      "https://host.net/magic-link/§",
      "https://host.net/login/magic?k=1&token=§",
      "https://host.net/verify?token_hash=§&type=recovery",
      "https://host.net/join?invite_code=§",
    ],
  },
  plans: {
    secrets: [chosen, random],
    places: [
      '  ~ password = "§" -> "new-Pw7xQ2"',
      '  ~ password = "§" -> (known after apply)',
      '  - db_password = "§" -> null',
      '  ~ secret_string = "§" -> "x"',
      '{"address":"random_password.db","values":{"length":16,"result":"§"}}',
      '"outputs":{"db":{"sensitive":true,"type":"string","value":"§"}}',
      '"outputs": {"db": {"sensitive": true, "value": "§"}}',
      '"before":{"master_password":"§"},"after":{"master_password":"x"}',
    ],
  },
  defaults: {
    secrets: [chosen, random],
    places: [
      "MYSQL_ROOT_PASSWORD: $" + "{ROOT_PW:-§}",
      "- POSTGRES_PASSWORD=$" + "{PG:-§}",
      "JWT_SECRET: $" + "{X:-§}",
      'TOKEN="$' + '{API_TOKEN:=§}"',
      ": $" + "{DB_PASSWORD:=§}",
      "DATABASE_URL: postgres://anna:$" + "{PG_PASSWORD:-§}@db/shop",
      "password: $" + "{PW-§}",
    ],
  },
  "argument parsers": {
    secrets: [chosen, random],
    places: [
      'parser.add_argument("--password", default="§")',
      "parser.add_argument('-t', '--token', type=str, default='§', help='x')",
      '@click.option("--api-key", default="§")',
      'typer.Option("§", "--password")',
      '.option("--api-key <key>", "the key", "§")',
      ".option('token', { type: 'string', default: '§' })",
      'flag.String("password", "§", "of the database")',
      'flag.StringVar(&token, "token", "§", "usage")',
      '#[arg(long, default_value = "§")]\n    api_key: String,',
      '#[clap(long = "secret", default_value = "§")]',
      'parser.addArgument("--password").setDefault("§")',
    ],
  },
  "cookie jars": {
    secrets: [random, shape("{hex32}")],
    places: [
      ".host.net\tTRUE\t/\tTRUE\t1967225600\tsid\t§",
      "#HttpOnly_host.net\tFALSE\t/\tFALSE\t0\tlogin\t§",
      "host.net\tFALSE\t/app\tTRUE\t1967225600\t_shop_session\t§\n",
    ],
  },
  "SQL results": {
    secrets: [chosen, random],
    places: [
      " id | password_plain\n----+----------------\n  1 | §\n",
      "| id | api_token |\n+----+-----------+\n| 1 | § |",
      "*************************** 1. row ***************************\n            id: 1\npassword_plain: §",
      "id|name|reset_token\n1|anna|§",
      "-[ RECORD 1 ]--+------\nid             | 1\npassword_plain | §",
      "INSERT INTO users (name, password) VALUES ('anna', '§');",
      "INSERT INTO tokens (id, token, at) VALUES (1, '§', 2);",
      "UPDATE users SET password = '§' WHERE id = 1",
    ],
  },
  "RSA in XML": {
    secrets: [shape("{b64171}=")],
    places: [
      "<RSAKeyValue><Modulus>x</Modulus><Exponent>AQAB</Exponent><D>§</D></RSAKeyValue>",
      "<RSAKeyValue><Modulus>x</Modulus><Exponent>AQAB</Exponent><P>§</P><Q>x</Q></RSAKeyValue>",
      "<RSAKeyValue>\n  <Modulus>x</Modulus>\n  <InverseQ>§</InverseQ>\n</RSAKeyValue>",
    ],
  },
  "app passwords": {
    secrets: [appPassword],
    places: [
      "Gmail app password: §",
      "my app password is §",
      "GMAIL_APP_PASSWORD=§",
      'EMAIL_HOST_PASSWORD = "§"',
      "SMTP_PASSWORD='§'",
      "auth: { user: 'anna@gmail.com', pass: '§' }",
      'smtp.login("anna@gmail.com", "§")',
    ],
  },
  wallets: {
    secrets: [shape("0x{hex64}")],
    places: [
      "PRIVATE_KEY=§",
      "private key: §",
      "Account #0: 0xf39F (10000 ETH)\nPrivate Key: §",
      "cast send --private-key § 0xf39F",
      'new ethers.Wallet("§", provider)',
      'accounts: ["§"]',
      "privateKeyToAccount('§')",
      "Private Keys\n==================\n(0) §",
      "DEPLOYER_PK=§",
      "WALLET_KEY=§",
    ],
  },
  "wallets, other": {
    secrets: [shape("5K{let49}"), shape("Kx{let50}")],
    places: ["WIF: §", "bitcoin-cli importprivkey §", '"wif": "§"', "dumpprivkey\n§"],
  },
  "keys of networks": {
    secrets: [chosen, shape("{any16}")],
    places: [
      "WIFI_PSK=§",
      'VPN_PSK="§"',
      '10.0.0.1 : PSK "§"',
      "pre-shared-key §",
      " ikev2 local-authentication pre-shared-key §",
      "  wpa-psk §",
      "wpa_passphrase=§",
      "psk=§",
      "crypto isakmp key § address 10.0.0.1",
      "ipsec_psk: '§'",
    ],
  },
  "SNMP communities": {
    secrets: [chosen],
    places: [
      "snmp-server community § RO",
      "rocommunity § 10.0.0.0/8",
      "rwcommunity §",
      "com2sec readonly default §",
      "snmpwalk -v2c -c § 10.0.0.1 system",
      "snmp_community: §",
      'SNMP_COMMUNITY="§"',
      "set snmp community § authorization read-only",
    ],
  },
  others: {
    secrets: [chosen],
    places: [
      'Const DB_PASSWORD As String = "§"',
      'Private Const ApiSecret = "§"',
      '"anna" "§"\n"root" "§"',
      "&lt;input type=&quot;password&quot; name=&quot;p&quot; value=&quot;§&quot;&gt;",
      '<input name="csrf_token" type="hidden" value="§">',
      "[remote]\ntype = sftp\nuser = anna\npass = §",
      "postgres://anna:§/x@1@db.host.net:5432/shop",
    ],
  },
};

/** Secrets in files and outputs; another seed gives other secrets in the same places. */
export function* fileCases(
  seed: number,
): Generator<{ group: string; kind: string; secret: string; text: string }> {
  for (const [group, { secrets, places }] of Object.entries(forms))
    for (const kind of places)
      for (const [index, make] of secrets.entries()) {
        const secret = make(diceOf(`${kind}${index}`, seed));
        yield { group, kind, secret, text: kind.replaceAll("§", () => secret) };
      }
}
