/** Why two people may be one, the strongest reason first. */
export const REASONS = ["birth", "phone", "email", "number"] as const;
export type Reason = (typeof REASONS)[number];

type Possible = { id: string; name: string; email: string; birth_date: string | null };
export type Pair = { one: Possible; other: Possible; reason: Reason };

/** Pairs of one screen. */
export const MOST_PAIRS = 50;
