/** In the filter of the log by person: the product itself, and whoever has no account. */
export const NOBODY = "nobody";
