import { newId } from "../../app/core/secrets/id.server.ts";

// Rows that rows of the tests belong to; `insertParents` puts them there.

export const ACCOUNT = newId();
export const OPEN_EVENT = newId();
export const REGISTRATION = newId();
export const PUBLISHED_PAGE = newId();
export const DRAFT_PAGE = newId();
export const ORDER = newId();
export const PAYMENT = newId();
export const CHARGE = newId();
export const TILL = newId();
export const REFUND = newId();
