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
