import * as z from "zod";

/** Deletes the payments of this browser. */
export const findPaymentSchema = z.object({ intent: z.literal("forget") });
