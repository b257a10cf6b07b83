/** What staff say when they ask for a refund: why, and that the place goes with its money. */
export const STAFF_REFUND = { note: "Empêché ce jour-là", keeps_place: false };
