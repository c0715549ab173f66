import type { Session } from "@chatexport/core";
import { call, sessionWith } from "../../packages/redact/test/session.js";
import { diceOf, type Printed, secretOf } from "./shape.js";
import { variables } from "./variables.js";

const chosen = "kite{num2}{low6}";
const word = "{low9}";

/** Commands whose output only they explain. Written without a look at the rules. */
const outputs: readonly Printed[] = [
  ["pass show mail/anna", "§", chosen],
  ["pass show work/db | head -1", "§", "{any16}"],
  ["pass work/db", "§\nuser: anna\nurl: db.host.net", chosen],
  ["gopass show -o team/deploy", "§", "{any24}"],
  ["op read op://Private/db/password", "§", "{any20}"],
  ["op read 'op://Team/Stripe/credential'", "§", "{hex32}"],
  ["op item get db --fields label=password --reveal", "§", chosen],
  ["security find-generic-password -s deploy -w", "§", "{any20}"],
  ["security find-internet-password -s host.net -a anna -w", "§", chosen],
  ["gh auth token", "§", "{any40}"],
  ["glab config get token --host gitlab.com", "§", "{any20}"],
  [
    "argocd admin initial-password -n argocd",
    "§\n\n This password must be only used for first time login.",
    "{any16}",
  ],
  ["vault kv get -field=password secret/shop", "§", chosen],
  [
    "vault kv get secret/shop",
    "====== Data ======\nKey         Value\n---         -----\ndsn_part    §\nusername    anna",
    "{any16}",
  ],
  [
    "vault read database/creds/shop",
    "Key                Value\n---                -----\nlease_id           database/creds/shop/1\npassword           §\nusername           v-token-shop",
    "{any20}",
  ],
  [
    "vault operator init",
    "Unseal Key 1: §\n\nInitial Root Token: hvs.x\n\nVault initialized with 5 key shares",
    "{b6443}=",
  ],
  ["vault operator init -key-shares=1", "Unseal Key 1: abc\n\nInitial Root Token: §", "{any26}"],
  ["vault print token", "§", "{any26}"],
  ["cat /var/jenkins_home/secrets/initialAdminPassword", "§", "{hex32}"],
  ["docker exec jenkins cat /var/jenkins_home/secrets/initialAdminPassword", "§", "{hex32}"],
  ["cat config/master.key", "§", "{hex32}"],
  ["cat ~/.vault_pass", "§", chosen],
  ["cat ~/.pgpass", "db.host.net:5432:shop:anna:§", chosen],
  ["cat /run/secrets/db_password", "§", word],
  ["cat ~/.vault-token", "§", "{any26}"],
  ["cat /var/run/secrets/kubernetes.io/serviceaccount/token", "§", "{any64}"],
  ["cat /etc/rancher/k3s/server/node-token", "§", "{any40}"],
  ["cat /var/lib/rancher/k3s/server/token", "§", "{any40}"],
  ["cat secrets/stripe.txt", "§", "{any30}"],
  ["openssl rand -hex 24", "§", "{hex48}"],
  ["openssl rand -base64 32", "§", "{b6443}="],
  ["pwgen -s 20 1", "§", "{any20}"],
  ["pwgen 12 3", "aiSh5iecooth §  ohX1aiphohga", "{any12}"],
  ["head -c 32 /dev/urandom | base64", "§", "{b6443}="],
  ["tr -dc A-Za-z0-9 </dev/urandom | head -c 24", "§", "{any24}"],
  ["python3 -c 'import secrets; print(secrets.token_urlsafe(32))'", "§", "{url43}"],
  ["node -e \"console.log(require('crypto').randomBytes(32).toString('hex'))\"", "§", "{hex64}"],
  ["kubectl get secret db -o jsonpath='{.data.password}' | base64 -d", "§", chosen],
  ["kubectl -n shop get secret db -o jsonpath='{.data.password}'", "§", "{b6424}"],
  ["kubectl get secret db -o go-template='{{.data.password | base64decode}}'", "§", word],
  ["kubectl get secret db -o json | jq -r '.data.dsn' | base64 --decode", "§", "{any20}"],
  [
    "kubectl get secret db -o json | jq '.data | map_values(@base64d)'",
    '{\n  "pin": "§",\n  "user": "anna"\n}',
    chosen,
  ],
  ["kubectl create token deployer", "§", "{any60}"],
  ["oc whoami -t", "§", "{any43}"],
  ["terraform output -raw db_password", "§", chosen],
  [
    "terraform output -json",
    '{\n  "db": {\n    "sensitive": true,\n    "type": "string",\n    "value": "§"\n  }\n}',
    "{any16}",
  ],
  ["tofu output -raw admin_secret", "§", "{any20}"],
  ["pulumi config get dbPassword", "§", chosen],
  ["pulumi stack output apiToken --show-secrets", "§", "{any24}"],
  [
    "aws secretsmanager get-secret-value --secret-id shop --query SecretString --output text",
    "§",
    "{any24}",
  ],
  [
    "aws secretsmanager get-secret-value --secret-id shop --query SecretString --output text",
    '{"engine":"postgres","host":"db.host.net","pin":"§"}',
    chosen,
  ],
  [
    "aws ssm get-parameter --name /shop/db --with-decryption --query Parameter.Value --output text",
    "§",
    chosen,
  ],
  [
    "aws ssm get-parameter --name /shop/db --with-decryption",
    '{\n  "Parameter": {\n    "Name": "/shop/db",\n    "Type": "SecureString",\n    "Value": "§",\n    "Version": 3\n  }\n}',
    chosen,
  ],
  ["aws ecr get-login-password --region eu-central-1", "§", "{b64200}"],
  [
    "aws rds generate-db-auth-token --hostname db --port 5432 --username anna",
    "db.host.net:5432/?Action=connect&X-Amz-Signature=§",
    "{hex64}",
  ],
  ["az keyvault secret show --vault-name kv --name db --query value -o tsv", "§", chosen],
  [
    "az keyvault secret show --vault-name kv --name db",
    '{\n  "id": "https://kv.vault.azure.net/secrets/db/1",\n  "name": "db",\n  "value": "§"\n}',
    chosen,
  ],
  ["az account get-access-token --query accessToken -o tsv", "§", "{url120}"],
  ["az acr credential show --name shop --query 'passwords[0].value' -o tsv", "§", "{any52}"],
  ["az storage account keys list --account-name shop --query '[0].value' -o tsv", "§", "{b6486}=="],
  ["gcloud auth print-access-token", "§", "{url80}"],
  ["gcloud auth application-default print-access-token", "§", "{url80}"],
  ["gcloud secrets versions access latest --secret=db", "§", chosen],
  ["doppler secrets get DB_PASS --plain", "§", chosen],
  ["doppler secrets download --no-file --format env", 'STAGE="§"\nDOPPLER_CONFIG="dev"', "{any20}"],
  ["heroku config:get SHOP_SALT -a shop", "§", "{any24}"],
  [
    "heroku config -a shop",
    "=== shop Config Vars\nSHOP_SEED:    §\nNODE_ENV:     production",
    "{any24}",
  ],
  ["npm token create --read-only", "§", "{any40}"],
  ["docker swarm join-token -q worker", "§", "{any40}"],
  ["kubeadm token create", "§", "{low6}.{low16}"],
  ["wg genkey", "§", "{b6443}="],
  ["wg genpsk", "§", "{b6443}="],
  ["bw get password db", "§", chosen],
  ["bw unlock --raw", "§", "{b6486}=="],
  ["rbw get host.net", "§", chosen],
  ["lpass show -p db", "§", chosen],
  ["keyring get shop anna", "§", chosen],
  ["secret-tool lookup service shop", "§", chosen],
  ["chamber read -q shop db", "§", chosen],
  ["sops -d secrets.yaml", "database:\n    dsn: §\n    user: anna", chosen],
  ["ansible-vault view group_vars/all/vault.yml", "vault_db: §\nvault_user: anna", chosen],
  ["gpg -d db.gpg", "gpg: encrypted with 4096-bit RSA key\n§", chosen],
  ["gpg --quiet --decrypt ~/.authinfo.gpg", "machine host.net login anna password §", chosen],
  ["age -d -i key.txt db.age", "§", chosen],
  ["echo $SHOP_TOKEN", "§", "{any24}"],
  ['echo "$DB_PASSWORD"', "§", chosen],
  ["printenv API_SECRET", "§", "{any20}"],
  ["env | grep -i secret", "SHOP_SECRET_SEED=§", "{any20}"],
  ["railway variables --kv", "SHOP_SEED=§\nPORT=3000", "{any24}"],
  ["flyctl tokens create deploy", "§", "{any80}"],
  ["rails secret", "§", "{hex128}"],
  ["php artisan key:generate --show", "base64:§", "{b6443}="],
  ["wp config get DB_PASSWORD", "§", chosen],
  ["git config --get http.token", "§", "{any30}"],
  [
    "git credential fill <<< url=https://host.net",
    "protocol=https\nhost=host.net\nusername=anna\npassword=§",
    chosen,
  ],
  ["composer config --global github-oauth.github.com", "§", "{any40}"],
  ["npm config get //npm.host.net/:_authToken", "§", "{any36}"],
  ["vercel env ls --decrypt | grep SEED", "SEED=§", "{any24}"],
  ["systemd-creds decrypt db.cred", "§", chosen],
  ["ykman oath accounts code shop", "shop  §", "{num6}"],
  ["consul acl bootstrap", "AccessorID:       x\nSecretID:         §", "{uuid}"],
  ["nomad acl bootstrap", "Accessor ID  = x\nSecret ID    = §", "{uuid}"],
  ["influx auth create --org shop --all-access", "ID\tToken\n1\t§", "{any43}=="],
  ["elasticsearch-reset-password -u elastic -b -s", "§", "{any20}"],
  [
    "docker exec es bin/elasticsearch-reset-password -u elastic -b",
    "Password for the [elastic] user successfully reset.\nNew value: §",
    "{any20}",
  ],
  [
    "gitlab-rails runner 'puts 1'; sudo cat /etc/gitlab/initial_root_password",
    "Password: §",
    "{b6443}=",
  ],
  ["bw get item db | jq -r .login.password", "§", chosen],
  ["docker exec app printenv SECRET_KEY_BASE", "§", "{hex128}"],
  [
    "python3 -c 'from cryptography.fernet import Fernet; print(Fernet.generate_key().decode())'",
    "§",
    "{url43}=",
  ],
  [
    "grep 'temporary password' /var/log/mysqld.log",
    "[Note] A temporary password is generated for root@localhost: §",
    "{any12}",
  ],
  ["microk8s add-node --token-ttl 3600", "microk8s join 10.0.0.1:25000/§", "{hex32}"],
];

/** Secrets that go into a command. */
const inputs: readonly Printed[] = [
  ["docker login -u anna --password-stdin <<< '§'", "", chosen],
  ["docker login -u anna --password-stdin <<<§", "", "{any20}"],
  ['sudo -S apt update <<< "§"', "", chosen],
  ["gh auth login --with-token <<< §", "", "{any40}"],
  ["passwd --stdin anna <<< '§'", "", chosen],
  ["echo '§' | passwd --stdin anna", "", chosen],
  ["echo § | docker login --password-stdin registry.host.net", "", "{any20}"],
  ["echo '§' | gh auth login --with-token", "", "{any40}"],
  ["printf '%s' '§' | podman login -u anna --password-stdin quay.io", "", chosen],
  ["echo -n '§' | kinit anna", "", chosen],
  ["echo '§' | cryptsetup luksOpen /dev/sdb1 data", "", chosen],
  ["ssh-keygen -t ed25519 -f id -N '§'", "", chosen],
  ["ssh-keygen -p -P '§' -N '' -f id", "", chosen],
  ["tailscale up --authkey §", "", "{any40}"],
  ["tailscale up --auth-key=§", "", "{any40}"],
  ["npm config set //npm.host.net/:_authToken=§", "", "{any36}"],
  ["aws configure set aws_secret_access_key '§'", "", "{b6440}"],
  ["kubectl create secret generic db --from-literal=pin='§'", "", chosen],
  ["vault kv put secret/shop pin='§'", "", chosen],
  ["vault login §", "", "{any26}"],
  ["op item create --category=login 'password=§'", "", chosen],
  ["security add-generic-password -s x -a y -w '§'", "", chosen],
  ["fly secrets set SEED=§", "", "{any24}"],
  ["heroku config:set SEED=§", "", "{any24}"],
];

/** The ways in which a command is run. */
const ways: readonly string[] = ["§", "cd shop && §", "sudo §", "ssh web1 '§'", "! §"];

/** A secret in a session in which a command ran. */
export interface CommandCase {
  group: string;
  kind: string;
  secret: string;
  session: Session;
}

/** Each command in each way in which it may be run; another seed gives other secrets. */
export function* commandCases(seed: number): Generator<CommandCase> {
  for (const [group, commands] of Object.entries({ outputs, inputs, variables }))
    for (const [command, output, shape] of commands)
      for (const way of ways) {
        const secret = secretOf(shape, diceOf(command + output + way, seed));
        const [run = "", printed = ""] = [way.replace("§", () => command), output].map((text) =>
          text.replaceAll("§", () => secret),
        );
        yield {
          group: `command ${group}`,
          kind: run,
          secret,
          session: way.startsWith("!") ? typed(run, printed) : called(run, printed),
        };
      }
}

function called(command: string, text: string): Session {
  const result = { content: [{ type: "text" as const, text }], isError: false };
  return sessionWith(call({ kind: "execute", command, input: { command }, result }));
}

function typed(command: string, text: string): Session {
  return sessionWith({ type: "text", text: command }, { type: "text", text, synthetic: "output" });
}
