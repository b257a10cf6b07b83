import * as z from "zod";
import type { AddressCheck } from "../../core/http/address-checks.ts";
import { email } from "../../core/values/email.ts";
import { nameLine } from "../../core/values/fields.ts";
import { box } from "../../kit/form/schema.ts";
import type { Application } from "../../membership/apply/application-schema.ts";
import {
  CLUB_COLOURS,
  MAX_MOVE_REASON,
  MAX_OFFICER_NAME,
  readInvitationCode,
} from "../../membership/clubs/clubs.ts";
import { boughtCount } from "../../membership/clubs/purchases.ts";
import { type ProofWish, proofSchema } from "../me.ts";

const NUMBER = /^[1-9]\d{0,4}$/;
/** The number of a club in the address of its pages. */
export const clubNumber: AddressCheck = (value) => (NUMBER.test(value) ? value : undefined);

/** What the page of a club does. */
export const clubSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.enum(["invite", "inviteByPlayer", "renew"]) }),
    z.object({ intent: z.enum(["withdraw", "again", "agree", "refuse"]), id: z.uuid() }),
    z.object({
      intent: z.literal("buy"),
      count: boughtCount,
      offer: z.string("validation.invalid").max(40, "validation.invalid"),
    }),
  ],
  { error: "validation.invalid" },
);

/** The field of a club's page in which it writes why it refuses a move: there is one for each. */
export const reasonField = (move: string) => `reason-${move}`;

/** Why a move is refused; undefined when that is not said, or too long. */
export function readMoveReason(written = ""): string | undefined {
  const reason = written.trim();
  return reason && reason.length <= MAX_MOVE_REASON ? reason : undefined;
}

const takeSchema = z.object({ intent: z.literal("take"), member: z.uuid() });

export type InvitationWish =
  | ProofWish
  | z.output<typeof takeSchema>
  | { intent: "apply"; application: Application };

/** The forms of an invitation: the proof of an address, the licence that somebody has, or the form of an application. */
export const invitationSchema = (application: z.ZodType<Application>): z.ZodType<InvitationWish> =>
  z
    .looseObject({ intent: z.string().optional().catch(undefined) })
    .transform((form, context): InvitationWish => {
      const schema: z.ZodType<InvitationWish> =
        form.intent === undefined
          ? application.transform((value) => ({ intent: "apply" as const, application: value }))
          : form.intent === "take"
            ? takeSchema
            : proofSchema;
      const { data, error } = schema.safeParse(form);
      for (const { path, message } of error?.issues ?? []) {
        context.addIssue({ code: "custom", path: [...path], message });
      }
      return data ?? z.NEVER;
    });

/** The forms of a list of players: it is checked first, then corrected or sent. */
export const listSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.enum(["check", "edit"]) }),
    z.object({
      intent: z.literal("send"),
      id: z.uuid(),
      promised: z
        .string("validation.invalid")
        .regex(/^\d{1,5}(?:,\d{1,5}){0,99}$/, "validation.invalid")
        .transform((lines) => new Set(lines.split(",").map(Number))),
    }),
  ],
  { error: "validation.invalid" },
);

const colour = z
  .enum(["", ...CLUB_COLOURS], "validation.invalid")
  .transform((chosen) => (chosen === "" ? null : chosen));

/** What a club shows of itself, and whom it names to act for it. */
export const profileSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("save"),
      first_colour: colour,
      second_colour: colour,
      remove_logo: box,
      remove_statutes: box,
    }),
    z.object({
      intent: z.literal("name"),
      name: nameLine(2, "validation.me.officer", MAX_OFFICER_NAME),
      email: email("validation.me.email"),
    }),
    z.object({ intent: z.literal("drop"), id: z.uuid() }),
    z.object({ intent: z.literal("leave") }),
  ],
  { error: "validation.invalid" },
);

/** The code of an invitation, as people type it. */
export const codeSchema = z.object({
  code: z.string().transform((text, context) => {
    const code = readInvitationCode(text);
    if (code === undefined) {
      context.addIssue({ code: "custom", message: "validation.me.invitation" });
      return z.NEVER;
    }
    return code;
  }),
});
