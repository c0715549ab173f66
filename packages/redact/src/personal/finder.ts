import type { Span } from "../rules/rule.js";

/** Kinds of personal data. */
export type PersonalKind =
  | "e-mail-address"
  | "phone-number"
  | "person"
  | "ip-address"
  | "host"
  | "user-name";

/** A place in a text that tells who or where somebody is. */
export interface PersonalSpan extends Span {
  kind: PersonalKind;
  /** The name of the person, where this is an address beside it. */
  person?: string;
}
