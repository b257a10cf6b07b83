import type { CardFields } from "./licence-code.ts";
import {
  isSuspended,
  type LicensedMembership,
  licenceState,
  type Suspension,
} from "./licence-state.ts";

/** What a check answers: how the licence is, or what is wrong with the card. */
export const VERDICTS = [
  "valid",
  "ending",
  "future",
  "suspended",
  "ended",
  "gone",
  "season",
  "replaced",
  "unknown",
  "revokedKey",
  "otherKey",
  "forged",
  "unreadable",
  // Only without a network: the card says more than the list can know.
  "newer",
  // Only without a network: a number that was typed is in order, and nothing says that the card is true.
  "number",
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What is known of a licence, by the register or by a list of it. */
export type Standing = {
  issue: number;
  /** Undefined when there is none any more. */
  membership: LicensedMembership | undefined;
  suspension: Suspension;
};

export type Answer = {
  verdict: Verdict;
  /** The last day of the licence, where the card says a later one or an earlier season; of a suspension, if it has one. */
  until?: string | null;
};

/** THE ANSWER TO A CARD that the federation signed, on a day: the same with a network and without. */
export function cardVerdict(
  card: Pick<CardFields, "issue" | "until">,
  { issue, membership, suspension }: Standing,
  today: string,
): Answer {
  const state = licenceState(membership, suspension, today);
  if (!membership || state === "ended" || state === "gone") return { verdict: state };
  if (state === "suspended") {
    // The membership itself may be suspended, without a last day.
    const isOwn = membership.status === "active" && isSuspended(suspension, today);
    return { verdict: state, until: isOwn ? suspension.suspended_until : null };
  }
  if (card.issue !== issue) return { verdict: "replaced" };
  const { membership_end: end } = membership;
  if (card.until !== null && card.until < today) return { verdict: "season", until: end };
  // A renewal that was refunded leaves a card that says more than the licence.
  const isShorter = end !== null && (card.until === null || end < card.until);
  return { verdict: state, ...(isShorter && { until: end }) };
}

/** Never shown without its words. */
export type Colour = "green" | "amber" | "red";

const GREEN: readonly Verdict[] = ["valid", "ending"];
const AMBER: readonly Verdict[] = ["newer", "number"];

export function colourOf(verdict: Verdict): Colour {
  if (GREEN.includes(verdict)) return "green";
  return AMBER.includes(verdict) ? "amber" : "red";
}
