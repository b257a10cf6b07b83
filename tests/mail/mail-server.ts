import { once } from "node:events";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { type ParsedMail, parseMail } from "./parse-mail.ts";

/** What the server says to a recipient or to a message: nothing to accept it. */
export type Verdict = { code: number; text: string } | undefined;

export type Delivered = { from: string; to: string[]; mail: ParsedMail };

export type TestMailServer = {
  url: string;
  delivered: Delivered[];
  /** Judges each recipient, sender and message from now on. */
  onSender: (address: string) => Verdict;
  onRecipient: (address: string) => Verdict;
  onMessage: (mail: ParsedMail) => Verdict | Promise<Verdict>;
  stop: () => Promise<void>;
};

const accept = () => undefined;

function asError(verdict: Verdict): Error | null {
  return verdict ? Object.assign(new Error(verdict.text), { responseCode: verdict.code }) : null;
}

/** A real mail server on this machine; without `port`, on one that is free. */
export async function startMailServer(
  options: { port?: number; password?: string } = {},
): Promise<TestMailServer> {
  const server = new SMTPServer({
    disabledCommands: options.password ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    allowInsecureAuth: true,
    authOptional: !options.password,
    logger: false,
    onAuth: (auth, _session, done) =>
      auth.password === options.password
        ? done(null, { user: "site" })
        : done(asError({ code: 535, text: "bad password" })),
    onMailFrom: (address, _session, done) => done(asError(state.onSender(address.address))),
    onRcptTo: (address, _session, done) => done(asError(state.onRecipient(address.address))),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const mail = parseMail(Buffer.concat(chunks));
        const verdict = await state.onMessage(mail);
        if (!verdict) state.delivered.push({ ...envelope(session), mail });
        done(asError(verdict));
      });
    },
  });
  server.on("error", () => {});
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const state: TestMailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    delivered: [],
    onSender: accept,
    onRecipient: accept,
    onMessage: accept,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return state;
}

function envelope({ envelope }: SMTPServerSession): Omit<Delivered, "mail"> {
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : "",
    to: envelope.rcptTo.map(({ address }) => address),
  };
}
