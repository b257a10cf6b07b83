import { optional } from "../kit/schema.ts";

/** The number of the receipt that staff gave, or of the transfer that they checked. */
export const optionalReceipt = optional(60);
