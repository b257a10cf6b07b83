import type { SigningOptions } from "../passkeys/passkey.ts";

/** How long what somebody proved is good for the next dangerous thing. */
export const CONFIRMED_MINUTES = 10;

/** The fields of the question, beside those of the form that it holds back. */
export const PROOF = "proof.code";
export const PROOF_PASSKEY = "proof.passkey";
export const PROOF_SEND = "proof.send";
export const PROOF_FROM = "proof.from";

/** What an account proves itself by: its authenticator, a code by mail, or its password without a second factor. */
export type ProofMethod = "authenticator" | "mail" | "password";

/** What is asked before something dangerous, with all that was typed for it. */
export type Question = {
  method: ProofMethod;
  /** What goes on once it is answered: the address of the form and its fields. */
  to: string;
  fields: readonly (readonly [string, string])[];
  error?: string;
  /** What lets a passkey answer instead, where the account has one. */
  passkey?: SigningOptions;
  /** What became of a code that was sent. */
  sent?: string;
};

/** The question in what an action threw, if it is one. */
export function questionIn(failure: unknown): Question | undefined {
  const { question } = Object(failure) as { question?: Question };
  return question;
}
