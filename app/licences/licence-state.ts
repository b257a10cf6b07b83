import { licence } from "../i18n/fr/licences.ts";
import type { MemberStatus } from "../membership/members/members.ts";
import { daysLeft, NEAR_DAYS } from "../membership/renewal/membership-period.ts";

/** The membership that a licence shows; dates are days in Conakry, yyyy-mm-dd, both included. */
export type LicensedMembership = {
  status: MemberStatus;
  membership_start: string | null;
  membership_end: string | null;
};

/** A suspension by staff; without its last day it lasts until staff end it. */
export type Suspension = { suspended_from: string | null; suspended_until: string | null };

export type LicenceState = "valid" | "ending" | "future" | "suspended" | "ended" | "gone";

/** How the licence of a registration stands: one that counts may be of no club, where the event asks for one. */
export type ShownState = LicenceState | "clubless";

/** What staff read of a state: what its holder reads. */
export const STATE_LABELS: Record<ShownState, string> = {
  ...licence.state,
  clubless: "Sans club affilié",
};

/** Whether a suspension holds on a day. */
export const isSuspended = (
  { suspended_from: from, suspended_until: until }: Suspension,
  today: string,
): boolean => from !== null && from <= today && (until === null || today <= until);

/** THE STATE OF A LICENCE on a day: what cards, checks, mails and staff read. */
export function licenceState(
  membership: LicensedMembership | undefined,
  suspension: Suspension,
  today: string,
): LicenceState {
  if (!membership) return "gone";
  const { status, membership_start: start, membership_end: end } = membership;
  // The job that ends memberships may not have run since midnight.
  if (status === "expired" || status === "pending" || (end !== null && end < today)) return "ended";
  // A suspension goes on when the membership was renewed.
  if (status === "suspended" || isSuspended(suspension, today)) return "suspended";
  if (start !== null && start > today) return "future";
  return end !== null && daysLeft(today, end) <= NEAR_DAYS ? "ending" : "valid";
}

/** Whether a licence in this state counts on that day. */
export const isValidLicence = (state: ShownState): boolean =>
  state === "valid" || state === "ending";

/** Whether a licence in this state has a card to show. */
export const hasCard = (state: LicenceState): boolean =>
  state === "valid" || state === "ending" || state === "future";
