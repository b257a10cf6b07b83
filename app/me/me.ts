import * as z from "zod";
import { DAY, MINUTE } from "../core/values/durations.ts";
import { email } from "../core/values/email.ts";
import { digitCode } from "../core/values/fields.ts";

export const CODE_DIGITS = 6;
/** How long a link and its code are valid. */
export const SIGN_IN_MS = 15 * MINUTE;
/** Wrong codes after which a link and its code are void. */
export const CODE_TRIES = 5;
/** How long a session lasts without a visit, and at most. */
export const IDLE_MS = 30 * DAY;
export const SESSION_MS = 365 * DAY;

/** The forms that prove an address. */
const PROOFS = [
  z.object({ intent: z.literal("send"), email: email("validation.me.email") }),
  z.object({ intent: z.literal("code"), code: digitCode(CODE_DIGITS, "validation.me.code") }),
  z.object({ intent: z.literal("again") }),
] as const;

export const proofSchema = z.discriminatedUnion("intent", PROOFS, { error: "validation.invalid" });
export type ProofWish = z.output<typeof proofSchema>;

/** What the forms of the page ask for. */
export const meSchema = z.discriminatedUnion(
  "intent",
  [
    ...PROOFS,
    z.object({ intent: z.enum(["leave", "leave-everywhere", "data"]) }),
    z.object({ intent: z.literal("stay"), move: z.uuid("validation.invalid") }),
    z.object({ intent: z.enum(["list", "unlist"]), member: z.uuid("validation.invalid") }),
  ],
  { error: "validation.invalid" },
);

/** The button of a link has no fields. */
export const linkSchema = z.object({});
