/*
 * Secrets of every kind, invented, and put together here from pieces: no scanner of this repository
 * shall take them for real ones.
 */

const letters = "aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwXyZ";

/** So many characters of the alphabet as random keys have them, always the same. */
export function random(length: number, alphabet = letters): string {
  let state = length * 7919;
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return alphabet[(state >> 8) % alphabet.length];
  }).join("");
}

const hex = "0a1b2c3d4e5f6789";
const upper = "A1B2C3D4E5F6G7H8J9KLMNPQ";

/** A secret, in the words in which it stands. */
export interface Sample {
  /** The rule that finds it. */
  rule: string;
  /** What must not be seen any more. */
  secret: string;
  before?: string;
  after?: string;
}

const pem = ["BEGIN RSA", "END RSA"].map((end) => `-----${end} PRIVATE ${"KEY"}-----`);
const lines = [`MIIEpAIBAAKCAQEA${random(48)}`, random(64), random(64), `${random(30)}==`];
const jwt = ["eyJ", "eyJ", ""].map((start) => start + random(40)).join(".");

const brokenLines = [`MIIEpAIBAAKCAQEA${random(48)}`, random(64)].join("\n");
const encodedKey = Buffer.from([pem[0], ...lines, pem[1]].join("\n")).toString("base64");
const control = String.fromCharCode(27);

/** One of each kind. */
export const samples: readonly Sample[] = [
  { rule: "aws-access-key", secret: `AK${"IA"}${random(16, upper)}` },
  { rule: "aws-access-key", secret: `AS${"IA"}${random(16, upper)}` },
  { rule: "aws-secret-key", before: "aws_secret_access_key = ", secret: random(40) },
  { rule: "aws-secret-key", before: '"AWS_SECRET_ACCESS_KEY": "', secret: random(40), after: '"' },
  { rule: "aws-secret-key", before: "my AWS secret: ", secret: random(40) },
  { rule: "private-key", secret: [pem[0], ...lines, pem[1]].join("\n") },
  { rule: "private-key", secret: [pem[0], ...lines, pem[1]].join("\\n") },
  { rule: "private-key", secret: [pem[0], ...lines.slice(0, 2)].join("\n"), after: " …" },
  { rule: "private-key", secret: [pem[0], ...lines].join("\n").replaceAll("\n", "\n    12→") },
  { rule: "private-key", secret: pem.join(`\n${lines.join("\n")}\n`).replaceAll("RSA", "OPENSSH") },
  {
    rule: "private-key",
    secret: pem
      .join(`\n\n${lines.join("\n")}\n`)
      .replaceAll(/RSA PRIVATE KEY/g, "PGP PRIVATE KEY BLOCK"),
  },
  { rule: "age-key", secret: `AGE-SECRET-${"KEY"}-1${random(58, upper)}` },
  { rule: "gcp-key", secret: `AI${"za"}${random(35)}` },
  { rule: "stripe-key", secret: `sk_${"live"}_${random(24)}` },
  { rule: "stripe-key", secret: `rk_${"live"}_${random(24)}` },
  { rule: "twilio-key", secret: `S${"K"}${random(32, hex)}` },
  { rule: "twilio-token", before: "TWILIO_AUTH: ", secret: random(32, hex) },
  { rule: "openai-key", secret: `sk${"-"}${random(48)}` },
  { rule: "api-key", before: "网址，", secret: `sk${"-"}${random(48, hex)}`, after: "，模型" },
  { rule: "api-key", before: "my key is ", secret: `sk${"-"}${random(48, "qkzvjxwhgtpl")}` },
  { rule: "openai-key", secret: `sk-${"proj"}-${random(100)}` },
  { rule: "openai-key", secret: `sk${"-"}${random(20)}T3Blbk${"FJ"}${random(20)}` },
  { rule: "anthropic-key", secret: `sk-${"ant"}-api03-${random(93)}AA` },
  { rule: "anthropic-key", secret: `sk-${"ant"}-admin01-${random(40)}` },
  ...["ghp", "gho", "ghu", "ghs", "ghr"].map((kind) => ({
    rule: "github-token",
    secret: `${kind}_${random(36)}`,
  })),
  { rule: "github-token", secret: `github_${"pat"}_11ABCDEFG0${random(12)}_${random(59)}` },
  { rule: "gitlab-token", secret: `gl${"pat"}-${random(20)}` },
  { rule: "huggingface-token", secret: `h${"f"}_${random(34)}` },
  { rule: "npm-token", secret: `n${"pm"}_${random(36)}` },
  { rule: "pypi-token", secret: `py${"pi"}-AgEIcHlwaS5vcmc${random(80)}` },
  { rule: "docker-token", secret: `dckr_${"pat"}_${random(27)}` },
  { rule: "slack-token", secret: `xo${"xb"}-123412341234-123412341234-${random(24)}` },
  { rule: "slack-token", secret: `xa${"pp"}-1-A1B2C3D4-123412341234-${random(64, hex)}` },
  {
    rule: "slack-webhook",
    before: "https://hooks.slack.com/services/",
    secret: `T${random(8, upper)}/B${random(8, upper)}/${random(24)}`,
  },
  {
    rule: "discord-webhook",
    before: "https://discord.com/api/webhooks/",
    secret: `123456781234567812/${random(68)}`,
  },
  { rule: "discord-token", secret: `M${random(25)}.${random(6)}.${random(38)}` },
  { rule: "telegram-token", secret: `123412341:A${"A"}${random(33)}` },
  { rule: "sendgrid-key", secret: `S${"G"}.${random(22)}.${random(43)}` },
  { rule: "mailgun-key", secret: `ke${"y"}-${random(32, hex)}` },
  { rule: "digitalocean-token", secret: `dop_${"v1"}_${random(64, hex)}` },
  { rule: "databricks-token", secret: `da${"pi"}${random(32, hex)}` },
  {
    rule: "azure-storage-key",
    before: "AccountName=x;AccountKey=",
    secret: `${random(86)}==`,
    after: ";",
  },
  { rule: "azure-client-secret", secret: `${random(3)}8${"Q~"}${random(34)}` },
  { rule: "shopify-token", secret: `shp${"at"}_${random(32, hex)}` },
  { rule: "linear-key", secret: `lin_${"api"}_${random(40)}` },
  { rule: "jwt", secret: jwt },
  { rule: "bearer-token", before: "Authorization: Bearer ", secret: random(30) },
  { rule: "basic-auth", before: "Authorization: Basic ", secret: btoa(`anna:${random(12)}`) },
  {
    rule: "cookie",
    before: "Set-Cookie: session=",
    secret: random(32),
    after: "; Path=/; HttpOnly",
  },
  { rule: "cookie", before: "Cookie: ", secret: `theme=dark; session=${random(32)}` },
  { rule: "url-password", before: "https://anna:", secret: random(14), after: "@host.net/x" },
  {
    rule: "url-password",
    before: "postgresql://anna:",
    secret: "tr0ub4dor",
    after: "@db.host.net:5432/shop",
  },
  {
    rule: "url-password",
    before: "mongodb+srv://anna:",
    secret: random(14),
    after: "@cluster.host.net/shop",
  },
  { rule: "url-password", before: "redis://:", secret: random(14), after: "@cache:6379" },
  { rule: "password", before: "DB_PASSWORD=", secret: "tr0ub4dor" },
  { rule: "password", before: "export DB_PASS='", secret: "pa$$tr0ub4dor", after: "'" },
  { rule: "password", before: '{"password": "', secret: "hunter2", after: '"}' },
  { rule: "password", before: '{\\"password\\": \\"', secret: "hunter2", after: '\\"}' },
  { rule: "password", before: "password: ", secret: "hunter2" },
  { rule: "password", before: "Server=db;User Id=sa;Password=", secret: "tr0ub4dor", after: ";" },
  { rule: "password", before: "deploy --password ", secret: "tr0ub4dor" },
  { rule: "password", before: "mysql -u anna -p", secret: "tr0ub4dor", after: " shop" },
  { rule: "password", before: "sshpass -p ", secret: "tr0ub4dor", after: " ssh host" },
  { rule: "password", before: 'wpa_passphrase "LAB-B512" "', secret: "tr0ub4dor", after: '"' },
  { rule: "password", before: "wpa_passphrase 'Lab of 4 B' ", secret: "tr0ub4dor" },
  { rule: "password", before: "curl -s -u anna:", secret: "tr0ub4dor", after: " https://host.net" },
  { rule: "api-key", before: "export FOO_TOKEN=", secret: random(16) },
  { rule: "api-key", before: 'api_key: "', secret: random(24), after: '"' },
  { rule: "api-key", before: "const apiKey = '", secret: random(24), after: "'" },
  {
    rule: "api-key",
    before: "https://host.net/?access_token=",
    secret: random(24),
    after: "&page=2",
  },
  { rule: "api-key", before: "deploy --api-token ", secret: random(24) },
  { rule: "api-key", before: "//registry.host.net/:_authToken=", secret: random(36) },
  { rule: "api-key", before: "-H 'X-API-Key: ", secret: random(24), after: "'" },
  { rule: "api-key", before: "SECRET_KEY_BASE=", secret: random(64) },
  { rule: "authorization", before: "Authorization: token ", secret: random(40) },
  { rule: "authorization", before: '"authorization": "', secret: random(40), after: '"' },
  { rule: "url-password", before: "https://", secret: random(40), after: "@github.com/a/b" },
  { rule: "password", before: "docker login -u anna -p ", secret: "tr0ub4dor", after: " host.net" },
  { rule: "password", before: 'password: "', secret: "Horse.Stable!", after: '"' },
  { rule: "password", before: "passwd: ", secret: "Tr0ub4dor&3" },
  { rule: "private-key", secret: [pem[0], ...lines, pem[1]].join("\n-") },
  {
    rule: "private-key",
    secret: [pem[0], ...lines].join("\n").replaceAll("\n", `\n${control}[32m+`),
  },
  {
    rule: "private-key",
    secret: `${pem[0]}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n${brokenLines}`,
  },
  {
    rule: "private-key",
    secret: encodeURIComponent([pem[0], ...lines, pem[1]].join("\n")),
  },
  { rule: "private-key", before: "client-key-data: ", secret: encodedKey },
  {
    rule: "private-key",
    before: "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1",
    secret: `\n${random(44)}`,
    after: "\nPrivate-MAC: 0",
  },
  { rule: "atlassian-token", secret: `ATA${"TT3"}${random(180)}` },
  { rule: "brevo-key", secret: `xkey${"sib"}-${random(64, hex)}-${random(16)}` },
  { rule: "circleci-token", secret: `CCI${"PAT"}_${random(22)}_${random(40, hex)}` },
  { rule: "cursor-key", secret: `ke${"y"}_${random(64, hex)}` },
  { rule: "doppler-token", secret: `dp.${"pt"}.${random(43)}` },
  { rule: "figma-token", secret: `fi${"gd"}_${random(40)}` },
  { rule: "fly-token", before: "FlyV1 ", secret: `f${"m2"}_${random(100)}` },
  { rule: "gcp-key", secret: `GOC${"SPX"}-${random(28)}` },
  { rule: "grafana-token", secret: `gl${"sa"}_${random(32)}_1a2b3c4d` },
  { rule: "groq-key", secret: `gs${"k"}_${random(52)}` },
  { rule: "langsmith-key", secret: `lsv2_${"pt"}_${random(32, hex)}_${random(10, hex)}` },
  { rule: "new-relic-key", secret: `NR${"AK"}-${random(27, upper)}` },
  { rule: "notion-token", secret: `nt${"n"}_${random(46)}` },
  { rule: "perplexity-key", secret: `pp${"lx"}-${random(48)}` },
  { rule: "planetscale-token", secret: `pscale_${"tkn"}_${random(43)}` },
  { rule: "postman-key", secret: `PM${"AK"}-${random(24, hex)}-${random(34, hex)}` },
  { rule: "pulumi-token", secret: `pu${"l"}-${random(40, hex)}` },
  { rule: "replicate-token", secret: `r${"8"}_${random(37)}` },
  { rule: "rubygems-key", secret: `ruby${"gems"}_${random(48, hex)}` },
  { rule: "sentry-token", secret: `sntr${"ys"}_${random(100)}` },
  { rule: "stripe-key", secret: `sk_${"test"}_${random(40)}` },
  { rule: "supabase-key", secret: `sb${"p"}_${random(40, hex)}` },
  { rule: "tailscale-key", secret: `ts${"key"}-auth-${random(12)}-${random(32)}` },
  // Its beginning is public. As another text than the passwords above it is no secret elsewhere either.
  { rule: "terraform-token", before: random(28).slice(14), secret: `.atlas${"v1"}.${random(67)}` },
  { rule: "vault-token", secret: `hv${"s"}.${random(90)}` },
  { rule: "xai-key", secret: `xa${"i"}-${random(80)}` },
  {
    rule: "telegram-token",
    before: "api.telegram.org/bot",
    secret: `123412341:A${"A"}${random(33)}`,
  },
  { rule: "aws-access-key", before: `${control}[32m`, secret: `AK${"IA"}${random(16, upper)}` },
  { rule: "huggingface-token", before: "x%3D", secret: `h${"f"}_${random(34)}` },
  { rule: "huggingface-token", before: "\\u003d", secret: `h${"f"}_${random(34)}` },
  {
    rule: "aws-secret-key",
    before: "aws configure set aws_secret_access_key ",
    secret: random(40),
  },
  { rule: "aws-secret-key", before: "aws_secret: ", secret: `/${random(39)}` },
  { rule: "bearer-token", before: "BEARER ", secret: random(30) },
  { rule: "bearer-token", before: "Bearer%20", secret: random(30) },
  { rule: "basic-auth", before: "AUTHORIZATION: basic ", secret: btoa(`anna:${random(12)}`) },
  { rule: "basic-auth", before: '{"auth": "', secret: btoa(`anna:${random(12)}`), after: '"}' },
  { rule: "basic-auth", before: "//host.net/:_auth=", secret: btoa(`anna:${random(12)}`) },
  { rule: "cookie", before: "COOKIE: ", secret: `session=${random(32)}` },
  { rule: "cookie", before: "curl -b '", secret: `session=${random(32)}`, after: "' host" },
  { rule: "url-password", before: "postgres://anna:", secret: "p@tr0ub4dor", after: "@db/shop" },
  { rule: "url-password", before: "redis:\\/\\/:", secret: "tr0ub4dor", after: "@cache" },
  { rule: "url-password", before: "db%3A%2F%2Fanna%3A", secret: "tr0ub4dor", after: "%40host" },
  { rule: "url-password", before: "anna:", secret: "tr0ub4dor", after: "@tcp(db:3306)/shop" },
  { rule: "url-password", before: "jdbc:oracle:thin:anna/", secret: "tr0ub4dor", after: "@db" },
  { rule: "url-signature", before: "https://host.net/a?se=2030&sig=", secret: random(44) },
  { rule: "password", before: "redis-cli -a ", secret: "tr0ub4dor", after: " ping" },
  { rule: "password", before: "sqlcmd -S db -P ", secret: "tr0ub4dor" },
  { rule: "password", before: "openssl enc -pass pass:", secret: "tr0ub4dor" },
  { rule: "password", before: "mysql -p'", secret: "tr0ub;4|dor", after: "' shop" },
  { rule: "password", before: "curl -X POST \\\n  -u anna:", secret: "tr0ub4dor", after: " host" },
  { rule: "password", before: "echo 'anna:", secret: "tr0ub4dor", after: "' | chpasswd" },
  {
    rule: "password",
    before: `${control}[36mpassword${control}[0m: ${control}[32m`,
    secret: "tr0ub4dor",
  },
  { rule: "password", before: "password=&quot;", secret: "tr0ub4dor", after: "&quot;" },
  {
    rule: "password",
    before: "\\u0022password\\u0022:\\u0022",
    secret: "tr0ub4dor",
    after: "\\u0022",
  },
  { rule: "password", before: "password%3D", secret: "tr0ub4dor", after: "%26page" },
  { rule: "password", before: "**Password:** ", secret: "tr0ub4dor" },
  { rule: "password", before: 'password: str = "', secret: "tr0ub4dor", after: '"' },
  { rule: "password", before: 'auth: { user, pass: "', secret: "tr0ub4dor", after: '" }' },
  { rule: "password", before: '"password": "', secret: "it's-tr0ub4dor", after: '"' },
  { rule: "password", before: "<password>", secret: "tr0ub4dor", after: "</password>" },
  { rule: "password", before: '<add key="DbPassword" value="', secret: "tr0ub4dor", after: '"/>' },
  { rule: "password", before: '{"name":"DB_PASSWORD","value":"', secret: "tr0ub4dor", after: '"}' },
  { rule: "password", before: "- name: DB_PASSWORD\n  value: ", secret: "tr0ub4dor" },
  { rule: "password", before: "| Password | `", secret: "tr0ub4dor", after: "` |" },
  { rule: "password", before: "CREATE USER anna WITH PASSWORD '", secret: "tr0ub4dor", after: "'" },
  { rule: "password", before: "CREATE USER anna IDENTIFIED BY '", secret: "tr0ub4dor", after: "'" },
  { rule: "password", before: "The password is `", secret: "tr0ub4dor", after: "`, I think" },
  { rule: "password", before: "machine host login anna password ", secret: "tr0ub4dor" },
  { rule: "password", before: "set -x DB_PASSWORD ", secret: "tr0ub4dor" },
  { rule: "password", before: "DB_PASSWORD=", secret: "!Tr0ub4dor" },
  { rule: "password", before: 'DB_PASSWORD="', secret: "Jw4[pR8nTq2{Zx6v", after: '"' },
  { rule: "password", before: '"password": "', secret: "$Kp4nTq2Zx6vRm8", after: '"' },
  { rule: "password", before: "password: '", secret: "(t7%Bq!x2)R<m>Lw9", after: "'" },
  { rule: "password", before: "DB_PASSWORD=", secret: "$Kp4nTq2Zx6vRm8" },
  { rule: "password", before: 'password = "', secret: "sjDxKtkIItkAbK", after: '"' },
  {
    rule: "api-key",
    before: "SECRET_KEY = '",
    secret: "h3ntqz%#cu*uf08o^-k2(x)h^rw1=a",
    after: "'",
  },
  { rule: "api-key", before: "AZURE_DEVOPS_EXT_PAT=", secret: random(32) },
  { rule: "password", before: "getenv('DB_PASSWORD', '", secret: "tr0ub4dor", after: "')" },
  { rule: "api-key", before: "process.env.JWT_SECRET ?? '", secret: random(24), after: "'" },
  { rule: "password", before: `\${db.password:`, secret: "tr0ub4dor", after: "}" },
  { rule: "password", before: '#define WIFI_PASSWORD "', secret: "tr0ub4dor", after: '"' },
  { rule: "password", before: 'setPassword("', secret: "tr0ub4dor", after: '")' },
  { rule: "password", before: "fill('#password', '", secret: "tr0ub4dor", after: "')" },
  { rule: "password", before: "mysqli_connect('db', 'anna', '", secret: "tr0ub4dor", after: "')" },
  { rule: "password", before: "Das Kennwort lautet ", secret: "tr0ub4dor" },
  { rule: "password", before: "密码：", secret: "tr0ub4dor" },
  { rule: "password", before: "- **密码**: `", secret: "tr0ub4dor", after: "`" },
  { rule: "password", before: "**Contraseña:** ", secret: "tr0ub4dor" },
  { rule: "password", before: "口令为", secret: "tr0ub4dor", after: "，" },
  { rule: "api-key", before: "**密钥**：", secret: random(24), after: "。" },
  { rule: "password", before: "密码是「", secret: "tr0ub4dor", after: "」。" },
  { rule: "password", before: "password：", secret: "tr0ub4dor", after: "，用户" },
  { rule: "password", before: "DB_PASSWORD＝", secret: "tr0ub4dor" },
  { rule: "api-key", before: "apikey：", secret: random(24), after: "；" },
  { rule: "api-key", before: "token: ", secret: `${random(24)}是我的` },
  { rule: "api-key", before: "**API Key**：`", secret: random(24), after: "`" },
  { rule: "password", before: "zip -P ", secret: "tr0ub4dor", after: " a.zip b" },
  { rule: "api-key", before: "my api key is ", secret: random(32, hex) },
  {
    rule: "url-token",
    before: "https://host.net/callback?code=",
    secret: random(32),
    after: "&b=1",
  },
  { rule: "password-hash", before: "anna:$2y$10$", secret: random(53) },
  {
    rule: "seed-phrase",
    before: "mnemonic: ",
    secret: "one two six ten red blue green lemon apple house river stone",
  },
  { rule: "aws-secret-key", before: "|  SecretAccessKey |  ", secret: random(40), after: "  |" },
  {
    rule: "password",
    before: `${control}[34;1m"password"${control}[0m${control}[1;39m:${control}[0m ${control}[0;32m"`,
    secret: "tr0ub4dor",
    after: `"${control}[0m`,
  },
  { rule: "password", before: "<b>Password:</b> <code>", secret: "tr0ub4dor", after: "</code>" },
  {
    rule: "password",
    before: '~ password = "(hidden)" -> "',
    secret: "tr0ub4dor",
    after: '"',
  },
  { rule: "api-key", before: "token: ", secret: "jwQhSGTzbzdkBvR" },
  { rule: "api-key", before: "API_KEY=", secret: "WINTER_2024_KEY" },
  { rule: "api-key", before: "token: `", secret: `a1B2#c3D4e5\${x}F6g7%H8i9`, after: "`" },
  { rule: "api-key", before: "OPENAI_KEY=", secret: random(32, hex) },
  { rule: "api-key", before: "APP_KEY=", secret: `base64:${random(43)}=` },
  { rule: "api-key", before: "PresharedKey = ", secret: `${random(43)}=` },
  { rule: "api-key", before: "private-token: ", secret: "Fkkk4ZcFcVkFsHyuJoww" },
  { rule: "api-key", before: "npm config set //host.net/:_authToken ", secret: random(36) },
  {
    rule: "kubernetes-secret",
    before: "kind: Secret\ndata:\n  user: YW5u\n  uri: ",
    secret: btoa(`anna-${random(7)}`),
  },
  {
    rule: "kubernetes-secret",
    before: '{"kind":"Secret","data":{"uri":"',
    secret: btoa(`anna-${random(7)}`),
    after: '"}}',
  },
];

/** The sample as it stands in a text. */
export function textWith({ before = "", secret, after = "" }: Sample): string {
  return `${before}${secret}${after}`;
}
