import * as z from "zod";
import { optional, required } from "../kit/schema.ts";

const LONGEST = 1_000;

/** What staff say who cancel an event. */
export const cancellationSchema = z.object({
  cancellation_reason: required("Le motif est requis : les inscrits le lisent", LONGEST),
  cancellation_reason_en: optional(LONGEST),
  /** The numbers that were shown, so that nobody confirms others. */
  seen: z.string().default(""),
});

export type Cancellation = z.output<typeof cancellationSchema>;
