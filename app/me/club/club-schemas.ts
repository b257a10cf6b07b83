import * as z from "zod";
import type { Application } from "../../membership/apply/application-schema.ts";
import { readInvitationCode } from "../../membership/clubs/clubs.ts";
import { type ProofWish, proofSchema } from "../me.ts";

/** What the page of a club does. */
export const clubSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.enum(["invite", "inviteByPlayer", "renew"]) }),
    z.object({ intent: z.literal("withdraw"), id: z.uuid() }),
  ],
  { error: "validation.invalid" },
);

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
