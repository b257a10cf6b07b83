import type { AddressCheck } from "../core/http/address-checks.ts";
import { MINUTE } from "../core/values/durations.ts";

const CODE = /^[A-Za-z0-9]{1,400}$/;

/** What somebody scanned, in an address. */
export const scannedCode: AddressCheck = (value) =>
  CODE.test(value) ? value.toUpperCase() : undefined;

/** Several people at one door check through one network: far more than they can scan. */
export const CHECKS_OF_ONE_NETWORK = { count: 240, perMs: MINUTE };

/** Neither stored nor told to other sites: the address holds somebody's name. */
export const UNSEEN = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};
