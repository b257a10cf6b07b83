import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { createTransport, SendMailOptions } from "nodemailer";
import { reasonOf } from "../core/log/log.server.ts";
import { env } from "../core/process/env.server.ts";

const ANSWER_MS = 20_000;

/** Sends one message, or throws. Without SMTP_URL it is kept as a file, so that nothing is lost. */
export type Transport = {
  /** Whether the message stays on the server, and nobody receives it. */
  keeps?: true;
  send: (message: SendMailOptions & { messageId: string }) => Promise<void>;
};

/** Whether mail reaches anybody: without a server it is kept. */
export const isMailConfigured = (): boolean => env().SMTP_URL !== undefined;

/** What staff are told of a message: that it left, or where it stays. */
export const deliveryText = (sent: string, kept: string): string =>
  isMailConfigured() ? sent : kept;

/** Loaded with the first mail: most starts send none. */
const open = async (options: object) =>
  (await import("nodemailer")).createTransport(options as Parameters<typeof createTransport>[0]);

let current: Transport | undefined;

/** How this process sends mail. */
export function transport(): Transport {
  const { SMTP_URL, DATA_DIR } = env();
  current ??= SMTP_URL ? smtp(SMTP_URL) : folder(join(DATA_DIR, "outbox"));
  return current;
}

/** By an SMTP server. */
export function smtp(url: string): Transport {
  const options = {
    url,
    pool: true,
    // What is tried again, and when, is said by the outbox alone.
    maxRequeues: 0,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
  };
  let pool: ReturnType<typeof open> | undefined;
  return {
    async send(message) {
      pool ??= open(options);
      await (await pool).sendMail(message);
    },
  };
}

/** As files that any mail program opens. */
export function folder(path: string): Transport {
  return {
    keeps: true,
    async send(message) {
      const writer = await open({ streamTransport: true, buffer: true, newline: "unix" });
      await mkdir(path, { recursive: true, mode: 0o700 });
      const { message: bytes } = await writer.sendMail(message);
      const name = `${message.messageId.replaceAll(/[^\w-]+/g, "-").replace(/^-|-$/g, "")}.eml`;
      const file = join(path, name);
      // Whole or not at all, whenever the power goes.
      await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}

const CHECKED_MS = 5_000;

/** Whether the mail server lets us in, asked without a message; what it failed with, in words for a log. */
export async function mailServerFault(url = env().SMTP_URL): Promise<string | undefined> {
  if (!url) return undefined;
  const limit = {
    connectionTimeout: CHECKED_MS,
    greetingTimeout: CHECKED_MS,
    socketTimeout: CHECKED_MS,
  };
  const server = await open({ url, ...limit });
  try {
    await server.verify();
    return undefined;
  } catch (error) {
    return reasonOf(error);
  } finally {
    server.close();
  }
}

/**
 * Whether trying again is pointless: the server refused this recipient or this message for good. A
 * refusal of our password or of our own address (5xx too) is ours to mend, and the mail waits for it.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { command, responseCode: code } = error as { command?: string; responseCode?: number };
  return (
    (command === "RCPT TO" || command === "DATA") &&
    code !== undefined &&
    code >= 500 &&
    code !== 503
  );
}

/**
 * 5.1.x speaks of an address that does not exist, but for the two that speak of the sender's. Whatever
 * else a server refuses (a full mailbox, our words, our network) says nothing of the person's address.
 */
const RECIPIENT = /\b5\.1\.(?!7\b|8\b)\d{1,3}\b/;

/** The code by which a mail server refused a recipient for good; undefined for any other failure. */
export function recipientRefusal(error: unknown): string | undefined {
  const { command, responseCode, response } = error as {
    command?: string;
    responseCode?: number;
    response?: string;
  };
  if (command !== "RCPT TO" && command !== "DATA") return undefined;
  if (responseCode === undefined || responseCode < 500) return undefined;
  return RECIPIENT.exec(response ?? "")?.[0];
}
