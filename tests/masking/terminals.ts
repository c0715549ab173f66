import { diceOf, type Printed, secretOf } from "./shape.js";

const chosen = "kite{num2}{low6}";

/** The ways in which people paste what they see at a terminal. Written without a look at the rules. */
const pastes: readonly string[] = [
  "$ CMD\nOUT",
  "$ CMD\nOUT\n$ ",
  "% CMD\nOUT",
  "> CMD\nOUT",
  "❯ CMD\nOUT\n\nshop on main\n❯ ",
  "➜  shop git:(main) ✗ CMD\nOUT\n➜  shop git:(main) ✗ ",
  "➜  ~ CMD\nOUT",
  "λ CMD\nOUT",
  "» CMD\nOUT",
  "anna@web1:~$ CMD\nOUT",
  "anna@web1:~/shop (main) $ CMD\nOUT",
  "anna@web1 ~/shop (main)$ CMD\nOUT",
  "anna@web1:/srv/shop$ CMD\nOUT\nanna@web1:/srv/shop$ exit",
  "root@web1:/# CMD\nOUT",
  "root@7f3a9c:/app# CMD\nOUT\nroot@7f3a9c:/app# ",
  "[anna@web1 ~]$ CMD\nOUT",
  "[root@db shop]# CMD\nOUT",
  "(venv) anna@web1:~/shop$ CMD\nOUT",
  "(base) ➜  shop CMD\nOUT",
  "anna@mac shop % CMD\nOUT",
  "annas-mac:shop anna$ CMD\nOUT",
  "bash-5.1$ CMD\nOUT",
  "sh-4.4# CMD\nOUT",
  "/app # CMD\nOUT",
  "~ $ CMD\nOUT",
  "~/shop ❯ CMD\nOUT",
  "shop git:main ❯ CMD\nOUT",
  "PS C:\\Users\\anna> CMD\nOUT\nPS C:\\Users\\anna> ",
  "PS /home/anna> CMD\nOUT",
  "PS C:\\shop>CMD\nOUT",
  "C:\\shop>CMD\nOUT\n\nC:\\shop>",
  "C:\\Users\\Anna Lo> CMD\nOUT",
  "┌──(anna㉿kali)-[~/shop]\n└─$ CMD\nOUT",
  "╭─anna@web1 ~/shop\n╰─$ CMD\nOUT",
  "[10:02:11] anna@web1:~$ CMD\nOUT",
  "10:02 anna@web1 ~ $ CMD\nOUT",
  "```\n$ CMD\nOUT\n```\nwhat is wrong here?",
  "it prints this:\n\n```console\nanna@web1:~$ CMD\nOUT\nanna@web1:~$ \n```",
  "when I run it I get\n    $ CMD\n    OUT\nand then nothing",
  "$ cd shop\n$ ls\nREADME.md\n$ CMD\nOUT\n$ pwd\n/home/anna/shop",
  "I ran this:\n$ CMD\nOUT\n\nbut the login fails",
  "hi, can you look at this?\nanna@web1:~$ sudo CMD\nOUT\nanna@web1:~$ ./deploy.sh\nError: denied",
  "> $ CMD\n> OUT",
  "  12→$ CMD\n  13→OUT",
  "+ CMD\nOUT",
  "\u001b[32manna@web1\u001b[0m:\u001b[34m~\u001b[0m$ CMD\nOUT",
  "user@host ~ $ CMD\r\nOUT\r\nuser@host ~ $ ",
  "[anna@web1 shop]$ CMD | tee out.txt\nOUT",
  "ubuntu@ip-10-0-0-12:~$ CMD\nOUT",
  "anna@web1:~$ ssh db1 'CMD'\nOUT",
];

/** The commands that are run in them. */
const commands: readonly Printed[] = [
  ["pass show mail/anna", "§", chosen],
  ["gh auth token", "§", "{any40}"],
  ["cat config/master.key", "§", "{hex32}"],
  ["kubectl get secret db -o jsonpath='{.data.password}' | base64 -d", "§", chosen],
  ["cat .env | grep SEED", "SEED=§", "{any24}"],
  ["terraform output -raw db_password", "§", "{any16}"],
  ["openssl rand -hex 24", "§", "{hex48}"],
  ["echo $DB_PASSWORD", "§", "{low9}"],
  ["printenv SHOP_SEED", "§", "{any24}"],
  ["$env:API_TOKEN", "§", "{any24}"],
  ["vault kv get -field=pin secret/shop", "§", "{any20}"],
];

/** Each command in each paste; another seed gives other secrets. */
export function* terminalCases(
  seed: number,
): Generator<{ group: string; kind: string; secret: string; text: string }> {
  for (const paste of pastes)
    for (const [command, output, shape] of commands) {
      const secret = secretOf(shape, diceOf(command + paste, seed));
      const text = paste
        .replace("CMD", () => command)
        .replace("OUT", () => output.replaceAll("§", () => secret));
      yield { group: "pasted terminals", kind: paste, secret, text };
    }
}
