import * as z from "zod";

/** What another's answer may say, before it is believed. */

/** The database holds no larger amount of a currency's smallest unit. */
const MOST = 2 ** 31 - 1;

/** What was taken: some of it, and not more than can be written down. */
export const takenAmount = z.number().int().min(1).max(MOST);
/** What stands beside it, as a fee does. */
export const sideAmount = z.number().int().min(0).max(MOST);

/** The database holds no text with NUL or half a character in it. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** A text of another, as long as it may be. */
export const told = (longest: number) => z.string().max(longest).refine(isStorable);

/** A name that some send as a number. */
export const toldName = z.union([told(100), z.int().nonnegative().transform(String)]);

/** Reads a field beside the money. Absent, it is nothing; what it cannot be is `unread` by its name. */
export function readSide<T>(
  name: string,
  value: unknown,
  schema: z.ZodType<T>,
  unread: string[],
): T | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const read = schema.safeParse(value);
  if (!read.success) unread.push(name);
  return read.data;
}
