import { once } from "node:events";
import type { Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { type ParsedMail, parseMail } from "./parse-mail.ts";

/** What the server says to a recipient or to a message: nothing to accept it. */
export type Verdict = { code: number; text: string } | undefined;
/** Of a message it may also take it, and lose the line before it says so. */
export type MessageVerdict = Verdict | "cut";

export type Delivered = { from: string; to: string[]; mail: ParsedMail };

export type TestMailServer = {
  url: string;
  delivered: Delivered[];
  /** Judges each recipient, sender and message from now on. */
  onSender: (address: string) => Verdict;
  onRecipient: (address: string) => Verdict;
  onMessage: (mail: ParsedMail, to: string) => MessageVerdict | Promise<MessageVerdict>;
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
        const { from, to } = envelope(session);
        const verdict = await state.onMessage(mail, to.join());
        if (!verdict || verdict === "cut") state.delivered.push({ from, to, mail });
        if (verdict === "cut") cutLine(session);
        else done(asError(verdict));
      });
    },
  });
  const cutLine = ({ id }: SMTPServerSession) => {
    for (const line of server.connections as Set<{ id: string; _socket: Socket }>) {
      if (line.id === id) line._socket.destroy();
    }
  };
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
