import * as z from "zod";
import { optional, required } from "../../kit/form/schema.ts";
import type { Concerned } from "../door/ticket-office.ts";

const LONGEST = 1_000;

/** What staff say who cancel an event. */
export const cancellationSchema = z.object({
  cancellation_reason: required("Le motif est requis : les inscrits le lisent", LONGEST),
  cancellation_reason_en: optional(LONGEST),
  /** The numbers that were shown, so that nobody confirms others. */
  seen: z.string().default(""),
});

export type Cancellation = z.output<typeof cancellationSchema>;

/** What somebody saw who confirms, as a form carries it. */
export const numbersOf = ({ places, waiting, paid, owed }: Concerned): string =>
  [places, waiting, paid, ...sumsOf(owed)].join(", ");

const sumsOf = (sums: Concerned["owed"]) =>
  sums.map(({ amount, currency }) => `${amount} ${currency}`);

/** What somebody saw who lets go what a cancelled event gives back: of which cancelling, and how much. */
export const returnsSeen = (changeId: string, total: Concerned["owed"]): string =>
  [changeId, ...sumsOf(total)].join(", ");
