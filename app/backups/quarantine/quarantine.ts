import type { UnbookedCharge } from "../../payments/providers/provider.ts";

// What is to be done before a restored site is released, and how far it came.

/** What the site does by itself, in this order on the screen; either may be done again. */
export const QUARANTINE_STEPS = ["departures", "providers"] as const;
export type QuarantineStep = (typeof QUARANTINE_STEPS)[number];

/** What a step counted: each kind has its own. */
type StepCounts = {
  /** People who were erased once more, and those who wait for a place or money to be settled. */
  erased?: number;
  waiting?: number;
  unsubscribed?: number;
  /** Lists beside the archives that are damaged or another site's. */
  unreadable?: number;
  /** Orders that wait for an answer of a provider: all of them, those that were asked about, and what was said. */
  total?: number;
  asked?: number;
  paid?: number;
  unanswered?: number;
  /** Orders that were paid already and were asked about, and how much was returned of them since. */
  settled?: number;
  settledAsked?: number;
  refunded?: number;
  /** Charges in the providers' own lists that this site does not know. */
  unknown?: number;
};

/** So many are named; all are counted. */
export const MOST_CHARGES = 50;

/** `here`, `elsewhere`: the archives there could not be looked at; `lists`: a provider's; `failed`: the server's log says why. */
const STEP_PROBLEMS = ["here", "elsewhere", "lists", "failed"] as const;
export type StepProblem = (typeof STEP_PROBLEMS)[number];

export type StepState = {
  asked_at: string;
  ended_at?: string;
  counts: StepCounts;
  charges?: UnbookedCharge[];
  problem?: StepProblem;
};

/** Who confirmed the accounts, and a hash of what they saw: see `readAccountReview`. */
type Confirmation = { at: string; by: string; seen: string };

export type Quarantine = {
  archive: string | null;
  /** As of when the site knows everything. */
  at: Date;
  restoredAt: Date;
  steps: Partial<Record<QuarantineStep, StepState>> & { entrances?: Confirmation };
};

/** An account that may enter, as whoever releases the site judges it. */
type ReviewedAccount = {
  id: string;
  name: string;
  email: string;
  role: string;
  roles: string[];
  has_second_factor: boolean;
};

export type AccountReview = {
  accounts: ReviewedAccount[];
  /** The names of those whose rights were cut again. */
  cut: string[];
  /** What a form says was seen of the accounts. */
  seen: string;
};

export const isUnderWay = (step: StepState | undefined): boolean =>
  step !== undefined && step.ended_at === undefined;

/**
 * Whether the steps came to an end once, what they found being for a person to judge; and whether one confirmed who
 * may enter, as that is now.
 */
export const isPrepared = (
  { steps }: Pick<Quarantine, "steps">,
  { seen }: AccountReview,
): boolean =>
  QUARANTINE_STEPS.every((name) => steps[name]?.ended_at !== undefined) &&
  steps.entrances?.seen === seen;

/** Mails that wait, of one kind: from before the archive, so that they may have been sent since, or later ones. */
export type PendingMails = {
  template: string;
  age: "before" | "since";
  count: number;
  oldest: Date;
  newest: Date;
};

/** What would leave on release, or happen by itself. */
export type PendingActions = {
  mails: PendingMails[];
  refunds: { currency: string; amount: number; count: number }[];
  /** Refunds that staff make by hand: somebody may have made them since. */
  refundsByHand: number;
  reminders: { events: number; payments: number; memberships: number };
  places: { holds: number; offers: number };
};

export const MAIL_CHOICES = ["hold", "send"] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** The field in which somebody chooses what becomes of a kind of mail. */
export const mailField = ({ template, age }: Pick<PendingMails, "template" | "age">): string =>
  `mail.${age}.${template}`;
