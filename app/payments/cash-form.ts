import { optional } from "../kit/schema.ts";

/** The number on the receipt of money that staff took, or of the transfer that they saw. */
export const optionalReceipt = optional(60);
