/** The headers of a page whose address is a key: no other site is told it, and no cache keeps it. */
export const PRIVATE = { "cache-control": "private, no-store", "referrer-policy": "same-origin" };
