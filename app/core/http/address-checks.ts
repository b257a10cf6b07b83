import { isId } from "../secrets/id.ts";

/**
 * Checks the value of a path parameter: returns the canonical spelling, under which the page is cached, or
 * undefined for an invalid value. Runs before anything is read or rendered.
 */
export type AddressCheck = (value: string) => string | undefined;

/** A query parameter that a page reads. An invalid value is ignored, or makes the address a 404. */
export type Parameter = { check: AddressCheck; refused: "ignored" | "missing" };

const oneOf =
  (values: readonly string[]): AddressCheck =>
  (value) =>
    values.includes(value) ? value : undefined;

/** A parameter with a few values; any other is ignored. */
export const choice = (...values: readonly string[]): Parameter => ({
  check: oneOf(values),
  refused: "ignored",
});

/** The id of a record. */
export const recordId: AddressCheck = (value) => (isId(value) ? value.toLowerCase() : undefined);

/** The last record of the previous page; an invalid id is a 404. */
export const BEFORE: Parameter = { check: recordId, refused: "missing" };

/** The record chosen on the previous page; an invalid id is ignored. */
export const choiceOfRecord: Parameter = { check: recordId, refused: "ignored" };

const SECRET = /^[\w.~-]{22,200}$/;

/** The random key of somebody's personal page. */
export const secretToken: AddressCheck = (value) => (SECRET.test(value) ? value : undefined);

const SEALED = /^[\w-]{40,800}$/;

/** A sealed token with an e-mail address inside. */
export const sealedToken: AddressCheck = (value) => (SEALED.test(value) ? value : undefined);
