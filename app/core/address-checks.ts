import { isId } from "./id.ts";

/**
 * What may stand at a variable place of an address: gives the one spelling under which the page is
 * kept, or undefined for what cannot stand there. Asked before anything is read or rendered.
 */
export type AddressCheck = (value: string) => string | undefined;

/** A query parameter that a page reads. A value that its check refuses is as good as not given, or nobody's address. */
export type Parameter = { check: AddressCheck; refused: "ignored" | "missing" };

const oneOf =
  (values: readonly string[]): AddressCheck =>
  (value) =>
    values.includes(value) ? value : undefined;

/** A parameter with a few values; any other shows the page as it is without. */
export const choice = (...values: readonly string[]): Parameter => ({
  check: oneOf(values),
  refused: "ignored",
});

/** The id of a record. */
export const recordId: AddressCheck = (value) => (isId(value) ? value.toLowerCase() : undefined);

/** The last record of the page before: what names none leads nowhere. */
export const BEFORE: Parameter = { check: recordId, refused: "missing" };

/** The record that somebody chose on the page before; without one that there is, the page asks again. */
export const choiceOfRecord: Parameter = { check: recordId, refused: "ignored" };

const SECRET = /^[\w.~-]{22,200}$/;

/** The key of somebody's own page, drawn at random. */
export const secretToken: AddressCheck = (value) => (SECRET.test(value) ? value : undefined);

const SEALED = /^[\w-]{40,800}$/;

/** What we sealed for an address, an e-mail address within. */
export const sealedToken: AddressCheck = (value) => (SEALED.test(value) ? value : undefined);
