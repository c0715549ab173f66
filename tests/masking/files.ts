import { createHash } from "node:crypto";
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

/** A private key of Bitcoin with its check digits: of the main net, compressed or not. */
const walletKey =
  (isCompressed: boolean): Maker =>
  (dice) => {
    const key = Buffer.from(secretOf("{hex64}", dice), "hex");
    const bytes = Buffer.concat([Buffer.of(0x80), key, Buffer.from(isCompressed ? [1] : [])]);
    const hash = (data: Buffer) => createHash("sha256").update(data).digest();
    const whole = Buffer.concat([bytes, hash(hash(bytes)).subarray(0, 4)]);
    let number = BigInt(`0x${whole.toString("hex")}`);
    let text = "";
    for (; number > 0n; number /= 58n) text = base58[Number(number % 58n)] + text;
    return text;
  };

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Words of a list, as makers of passphrases join them. */
const phrase =
  (joint: string, count = 4): Maker =>
  (dice) =>
    Array.from({ length: count }, () => listed[dice(listed.length)]).join(joint);

const listed =
  "correct horse battery staple tidal anchor velvet magnet pepper lantern orbit canyon walnut ribbon glacier saddle thimble cobalt meadow falcon bishop turnip voyage hammer".split(
    " ",
  );

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
  "SQL statements": {
    secrets: [chosen, random, shape("heron{num2}")],
    places: [
      "INSERT INTO users (email, password) VALUES ('a@b.net', '§');",
      "INSERT INTO users (email, password, role) VALUES ('a@b.net','§','admin'), ('c@d.net','x','user');",
      "INSERT INTO users (id, email, password) VALUES (1, 'a@b.net', 'old'), (2, 'c@d.net', '§');",
      "insert into accounts(name, passwd) values('anna','§');",
      "INSERT INTO `users` (`id`, `login`, `pwd`) VALUES (7, 'anna', '§');",
      'INSERT INTO "User" ("email", "password", "createdAt") VALUES (\'a@b.net\', \'§\', now());',
      "INSERT INTO users (email, password)\nVALUES\n  ('a@b.net', 'x'),\n  ('c@d.net', '§');",
      "INSERT INTO public.api_clients (client_id, client_secret) VALUES ('shop', '§') ON CONFLICT DO NOTHING;",
      "INSERT INTO users VALUES (DEFAULT, 'anna', '§') RETURNING id -- password",
      "INSERT INTO settings (name, value) VALUES ('smtp_password', '§');",
      "INSERT INTO users SET name='anna', password='§'",
      "REPLACE INTO users (name, password) VALUES ('anna', '§');",
      "INSERT INTO users (email, password, note) VALUES ('a@b.net', '§', 'it''s, (new)');",
      "INSERT INTO users (note, password) VALUES ('it''s, (new)', '§');",
      "INSERT INTO users (email, password_plain) VALUES ('a@b.net', '§')",
      "INSERT INTO users (email, api_token, at) VALUES ('a@b.net', '§', 1700000000)",
      "db.run(\"INSERT INTO users (email, password) VALUES ('a@b.net', '§')\")",
      "INSERT INTO [dbo].[Users] ([Email], [Password]) VALUES (N'a@b.net', N'§')",
      "INSERT INTO users (email, password) SELECT 'a@b.net', '§'",
      "INSERT INTO users (email, password) VALUES ('a@b.net', crypt('§', gen_salt('bf')));",
      "INSERT INTO users (email, password) VALUES ('a@b.net', MD5('§'));",
      "INSERT IGNORE INTO users (email, password) VALUES ('a@b.net', '§');",
      "COPY users (id, email, password) FROM stdin;\n1\ta@b.net\t§\n\\.",
      "UPDATE users SET password='§' WHERE id=1;",
      "UPDATE users SET email = 'a@b.net', password = '§' WHERE id = 1;",
      "update accounts set api_secret = '§' where name = 'shop';",
      'UPDATE "User" SET "password" = \'§\' WHERE id = 1',
      "UPDATE users SET password = crypt('§', gen_salt('bf')) WHERE id = 1;",
      "UPDATE mysql.user SET authentication_string=PASSWORD('§') WHERE User='root';",
      "UPDATE users SET `pwd` = '§'",
      "UPDATE wp_users SET user_pass = MD5('§') WHERE ID = 1;",
      "CREATE USER 'anna'@'%' IDENTIFIED BY '§';",
      'CREATE USER anna IDENTIFIED BY "§";',
      "CREATE USER anna IDENTIFIED BY §;",
      "CREATE USER anna WITH PASSWORD '§';",
      "CREATE USER anna WITH ENCRYPTED PASSWORD '§' CREATEDB;",
      "CREATE ROLE anna LOGIN PASSWORD '§';",
      "create role anna with login password '§';",
      "ALTER ROLE anna PASSWORD '§';",
      "ALTER ROLE anna WITH PASSWORD '§';",
      "alter user postgres with password '§';",
      "ALTER USER 'root'@'localhost' IDENTIFIED WITH mysql_native_password BY '§';",
      "ALTER USER 'root'@'localhost' IDENTIFIED VIA ed25519 USING PASSWORD('§');",
      "GRANT ALL ON shop.* TO 'anna'@'%' IDENTIFIED BY '§';",
      "SET PASSWORD FOR 'anna'@'%' = PASSWORD('§');",
      "SET PASSWORD FOR root@localhost = '§';",
      "CREATE LOGIN anna WITH PASSWORD = N'§';",
      "ALTER LOGIN sa WITH PASSWORD = '§' UNLOCK;",
      "CREATE USER anna PASSWORD '§' SUPERUSER",
      "CHANGE MASTER TO MASTER_USER='r', MASTER_PASSWORD='§';",
      "CREATE DATABASE LINK l CONNECT TO anna IDENTIFIED BY \"§\" USING 'db';",
      "CREATE USER MAPPING FOR anna SERVER s OPTIONS (user 'anna', password '§');",
      "CREATE SECRET s (TYPE s3, KEY_ID 'x', SECRET '§');",
      "SELECT dblink_connect('host=db user=anna password=§');",
      "CREATE USER anna IDENTIFIED WITH sha256_password BY '§'",
      "psql -c \"ALTER USER anna PASSWORD '§'\"",
      "mysql -e \"SET PASSWORD = '§'\"",
      "db.createUser({user: 'anna', pwd: '§', roles: []})",
    ],
  },
  "passwords with signs in addresses": {
    secrets: [
      shape("{any5}@{any3}/{any4}"),
      shape("{any6}/{any5}"),
      shape("{any4}@{any6}"),
      shape("P@ss/{low3}{num2}"),
      shape("{any4}#{any4}/x"),
    ],
    places: [
      "postgres://anna:§@db.host.net:5432/shop",
      "DATABASE_URL=postgres://anna:§@db.host.net/shop",
      'DATABASE_URL="postgresql://anna:§@localhost:5432/shop?sslmode=disable"',
      "mysql://root:§@127.0.0.1:3306/shop",
      "redis://:§@cache.host.net:6379/0",
      "rediss://default:§@cache.host.net:6380",
      "mongodb://anna:§@m1.host.net:27017,m2.host.net:27017/shop?replicaSet=r",
      "mongodb+srv://anna:§@c0.ab1cd.mongodb.net/shop",
      "amqp://anna:§@mq.host.net:5672/%2f",
      "https://anna:§@git.host.net/shop.git",
      "git clone https://anna:§@git.host.net/shop.git",
      "ftp://anna:§@ftp.host.net/pub",
      "smtp://anna:§@mail.host.net:587",
      "smtps://anna%40host.net:§@mail.host.net:465",
      "mssql+pyodbc://sa:§@db:1433/shop?driver=x",
      "postgresql+asyncpg://anna:§@db/shop",
      "jdbc:postgresql://anna:§@db.host.net:5432/shop",
      "curl https://anna:§@api.host.net/v1/users",
      "create_engine('postgresql://anna:§@db.host.net/shop')",
      '"url": "postgres://anna:§@db.host.net:5432/shop",',
      "  url: postgres://anna:§@db:5432/shop",
      "psql postgres://anna:§@db.host.net/shop -c 'select 1'",
      "http_proxy=http://anna:§@proxy.host.net:3128",
      "ldap://cn=anna:§@ldap.host.net",
      "`postgres://anna:§@db.host.net/shop` is what I use",
      "the url is postgres://anna:§@db.host.net/shop, but it fails",
      "clickhouse://anna:§@ch.host.net:9000/shop",
      "nats://anna:§@nats.host.net:4222",
      "kafka+ssl://anna:§@k1.host.net:9093",
      "postgres://anna:§@db.host.net",
      "postgres://anna:§@[::1]:5432/shop",
      "postgres://anna.ref:§@aws-0-eu.pooler.host.com:6543/postgres",
      "Error: cannot connect to mongodb://anna:§@m1.host.net/shop",
      "new Client('postgres://anna:§@10.0.0.12/shop')",
      "spring.datasource.url=jdbc:mysql://anna:§@db:3306/shop",
      "SQLALCHEMY_DATABASE_URI = 'mysql+pymysql://anna:§@db/shop'",
      "rtsp://admin:§@192.168.1.20:554/h264",
      "sftp://anna:§@sftp.host.net:22/in",
      "CELERY_BROKER_URL=amqp://anna:§@mq:5672//",
      "ELASTICSEARCH_URL=https://elastic:§@es.host.net:9200",
    ],
  },
  "hosts with a user": {
    secrets: [shape("{hex8}:{hex8}")],
    places: [
      "BUNDLE_ENTERPRISE__CONTRIBSYS__COM=§",
      'BUNDLE_ENTERPRISE__CONTRIBSYS__COM="§"',
      "BUNDLE_GEMS__CONTRIBSYS__COM: §",
      'BUNDLE_GEMS__GRAPHQL__PRO: "§"',
      "export BUNDLE_GEMS__HOST__NET='§'",
      "ENV BUNDLE_GEMS__HOST__NET=§",
      "bundle config set --global enterprise.contribsys.com §",
      "bundle config gems.contribsys.com §",
      "bundle config --local gems.host.net §",
      "source 'https://§@enterprise.contribsys.com/'",
      'source "https://§@gems.host.net" do',
      "https://§@gems.contribsys.com/",
      "http://§@host.net:8080/x",
      "  BUNDLE_GEM__FURY__IO: §",
    ],
  },
  "wallets, bare": {
    secrets: [walletKey(true), walletKey(false)],
    places: [
      "§",
      "key: §",
      "my key is § and it has 0.2 BTC",
      '"§"',
      "1KFHE7w8BhaENAswwryaoccDb6qcT6DbYY,§",
      "(§)",
      "sweep §",
      "  3→§",
      "privkey=§",
      "https://host.net/sweep?k=§",
    ],
  },
  "passphrases of words": {
    secrets: [
      phrase(" "),
      phrase(" ", 5),
      phrase("-"),
      phrase(".", 5),
      phrase("_"),
      phrase("-", 3),
    ],
    places: [
      "password: §",
      "Password: §",
      "passphrase: §",
      'password = "§"',
      'passphrase: "§"',
      "PASSPHRASE='§'",
      'GPG_PASSPHRASE="§"',
      'export RESTIC_PASSWORD="§"',
      'BORG_PASSPHRASE="§" borg list',
      'the password is "§"',
      "the password is `§`",
      "the passphrase is: §",
      "the passphrase for the key is '§'",
      "passphrase is §",
      "my password is §",
      '{"password": "§"}',
      '{"passphrase":"§"}',
      "gpg --passphrase '§' -d x.gpg",
      'ssh-keygen -N "§" -f id',
      'ssh-keygen -t ed25519 -N "§"',
      'openssl enc -pass "pass:§"',
      "WIFI_PASSWORD='§'",
      'psk="§"',
      'wpa_passphrase home "§"',
      "use the passphrase §",
      "Passphrase for vault: §",
      "master password: §",
      "DISK_PASSPHRASE: §",
      "luks passphrase = §",
      "backup_passphrase: '§'",
      "das Passwort ist „§“",
      "le mot de passe est « § »",
      "la contraseña es '§'",
      "echo '§' | cryptsetup luksOpen /dev/sdb1 data",
      "sshpass -p '§' ssh web1",
      "mysql -u root -p'§' shop",
      "7z x -p'§' a.7z",
      'zip -P "§" a.zip a',
      'new Vault({ passphrase: "§" })',
      "Enter passphrase: §",
      '"encryptionPassphrase": "§",',
      "unlock(password='§')",
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
