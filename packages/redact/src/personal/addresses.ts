import type { PersonalSpan } from "./finder.js";

/** IP addresses of real hosts: neither loopback nor those of documentation, masks or versions. */
export function* ipAddresses(text: string): Generator<PersonalSpan> {
  for (const { 0: address, index } of text.matchAll(version4)) {
    const before = text.slice(Math.max(0, index - 24), index);
    if (isOfSomebody(address) && !versionBefore.test(before))
      yield { kind: "ip-address", start: index, end: index + address.length };
  }
  if (!text.includes(":")) return;
  for (const { 0: address, index } of text.matchAll(version6))
    if (
      address.split(":").length > 4 &&
      URL.canParse(`http://[${address}]`) &&
      !/^(?:[0:]+1?$|2001:0?db8:)/i.test(address)
    )
      yield { kind: "ip-address", start: index, end: index + address.length };
}

const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
// What goes on like a network, a version or a longer number is none.
const version4 = new RegExp(`(?<![\\w.-])${octet}(?:\\.${octet}){3}(?![\\w-]|\\.\\d|/\\d)`, "g");
const version6 = /(?<![\w.:])[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){4,8}(?![\w.:])/g;

const versionBefore =
  /(?:(?<![A-Za-z])(?:version|ver|release|v|build)|@|[\^~<>]=?|==|[A-Za-z]\/)["':= ]{0,4}$/i;

function isOfSomebody(address: string): boolean {
  const [first = 0, second, third, last] = address.split(".").map(Number);
  const isReserved =
    first === 0 ||
    first === 127 ||
    first >= 224 ||
    (first === 192 && second === 0 && third === 2) ||
    (first === 198 && second === 51 && third === 100) ||
    (first === 203 && second === 0 && third === 113);
  // Short ones are more often the numbers of sections and versions, and some are known to everybody.
  const isKnown = /^(?:1\.1\.1\.1|1\.0\.0\.1|8\.8\.[48]\.[48]|9\.9\.9\.9|1\.2\.3\.4)$/.test(
    address,
  );
  const isShort = first < 10 && (second ?? 0) < 10 && (third ?? 0) < 10 && (last ?? 0) < 10;
  return !isReserved && !isKnown && !isShort && last !== 0;
}
