import type { StaffDb, SystemDb, VisitorDb } from "../core/database/doors/doors.server.ts";
import { allow } from "../core/http/rate-limit.server.ts";
import { DAY, MINUTE } from "../core/values/durations.ts";
import { mailOutbox } from "./mail.table.server.ts";
import type { Mail } from "./mail.ts";

/** A coach may register a whole club with one address; nobody fills a stranger's mailbox through us. */
const MAILS_TO_ONE = { count: 30, perMs: DAY };
/** What anybody can make us write to addresses that are not theirs, from one network. */
const MAILS_FROM_ONE = { count: 40, perMs: 10 * MINUTE };

type QueuedMail = Mail & {
  /** By which whoever queues it can see later whether it left. */
  id?: string;
  /** What the message is about; with the key of one that is there already, nothing is queued. */
  key?: string;
  /** Not to be sent before. */
  next_attempt_at?: Date;
};

/**
 * A mail with the key of what it is about: what happens again, for whatever reason, writes no second one.
 * Its template and the parts say it, such as the order that was paid, or the moment of an offer.
 */
export function withKey<M extends Mail>(mail: M, ...about: (string | Date)[]): M & { key: string } {
  const parts = about.map((part) => (typeof part === "string" ? part : part.toISOString()));
  return { ...mail, key: [mail.template, ...parts].join(":") };
}

/**
 * Puts mails beside what gives the reason for them, in the same transaction: both happen or neither. None is written to
 * the addresses of invented people and of removed accounts, which nobody reads (RFC 2606).
 */
export async function queueMail(
  db: VisitorDb | StaffDb | SystemDb,
  ...mails: readonly QueuedMail[]
): Promise<void> {
  const sent = mails.filter(({ recipient }) => !recipient.endsWith(".invalid"));
  if (sent.length > 0)
    await db
      .insert(mailOutbox)
      .values([...sent])
      .onConflictDoNothing();
}

/** Whether a form may make us write to an address that somebody typed: asked once for each mail. */
export const mayWriteTo = (address: string): boolean =>
  allow("mail", address.toLowerCase(), MAILS_TO_ONE);

/** The same for a form that is answered without its mail; `network` is absent where it is everybody's. */
export const mayAlsoWriteTo = (address: string, network: string | undefined): boolean =>
  (network === undefined || allow("mail-from", network, MAILS_FROM_ONE)) && mayWriteTo(address);
