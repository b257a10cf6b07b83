// What a filter of unwanted mail says of every message, as it leaves: SpamAssassin, with its own rules alone.
import "../tests/mail/settings.ts";
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "../app/core/secrets/id.server.ts";
import type { Language } from "../app/i18n/languages.ts";
import type { Attachment } from "../app/mail/attachments.server.ts";
import { folder } from "../app/mail/mail.server.ts";
import type { Mail } from "../app/mail/mail.ts";
import { messageOf } from "../app/mail/send.jobs.server.ts";
import { ticketAttachments } from "../app/registrations/tickets/ticket-attachments.system.server.ts";
import { everyMail, everyStaffMail } from "../tests/mail/samples.ts";
import { SPAM_SCORE } from "./budgets.ts";
import { atMost, type Group, infoRow } from "./table.ts";

type Sample = { name: string; mail: Mail };

export const measure: Group = async (tell) => {
  const samples = [...samplesIn("fr"), ...samplesIn("en"), ...staffSamples()];
  tell(`${samples.length} messages`);
  const verdicts = await judge(samples);
  if (!verdicts)
    return [infoRow("Mail", "spamassassin is not installed (apt install spamassassin)")];
  return samples.map(({ name }, place) => {
    const { score, rules } = verdicts[place] ?? { score: Number.NaN, rules: "no answer" };
    return atMost(name, SPAM_SCORE, score, (n) => (n === SPAM_SCORE ? `${n}` : `${n} ${rules}`));
  });
};

const samplesIn = (language: Language): Sample[] =>
  Object.entries(everyMail(language, "Aïssatou")).map(([name, { mail }]) => ({
    name: `${name} ${language}`,
    mail,
  }));

const staffSamples = (): Sample[] =>
  Object.entries(everyStaffMail("Aïssatou")).map(([name, mail]) => ({
    name: `${name} staff`,
    mail,
  }));

/** A ticket such as a mail brings along. */
const attachmentsOf = ({ mail }: Sample): Promise<Attachment[]> =>
  ticketAttachments(
    {
      registration: {
        reference: "FGE-7K3M-2Q",
        ticket_token: "abcdefghijabcdefghijabcdefghijab",
        first_name: "Aïssatou",
        last_name: "Bah",
        gamertag: "Simbo",
        price_name: "Standard",
        price_name_en: null,
        is_test: false,
      },
      event: {
        id: newId(),
        title: "Tournoi national",
        title_en: null,
        date: "2027-03-12",
        time: "14:30",
        end_date: null,
        end_time: null,
        location: "Palais du Peuple, Conakry",
        location_en: null,
        type: "in-person",
      },
    },
    mail,
  );

/** What the filter says of each message, in their order; undefined where there is no filter. */
async function judge(samples: readonly Sample[]) {
  const box = await mkdtemp(join(tmpdir(), "mail-scores-"));
  try {
    const writer = folder(box);
    const messages: string[] = [];
    for (const sample of samples) {
      const { mail } = sample;
      const message = messageOf({ ...mail, id: newId(), created_at: new Date() });
      const attachments = mail.html_body.includes('src="cid:') ? await attachmentsOf(sample) : [];
      await writer.send({ ...message, attachments });
      const [file = ""] = await readdir(box);
      messages.push(await readFile(join(box, file), "latin1"));
      await rm(join(box, file));
    }
    return await scoresOf(messages);
  } finally {
    await rm(box, { recursive: true });
  }
}

/** One process reads them all, as a box of mails: it takes two seconds to start. */
async function scoresOf(messages: readonly string[]) {
  const box = messages
    .map(
      (message) =>
        `From bench Thu Jan  1 00:00:00 2026\n${message.replaceAll(/^From /gm, ">From ")}\n`,
    )
    .join("\n");
  const output = await run("spamassassin", ["-L", "-t", "--mbox"], box);
  if (output === undefined) return undefined;
  const heads = output
    .replaceAll(/\n[ \t]+/g, " ")
    .matchAll(/^X-Spam-Status: .*?score=(-?[\d.]+) .*?tests=(.*?) autolearn/gm);
  return [...heads].map(([, score, rules = ""]) => ({
    score: Number(score),
    rules: rules.replaceAll(/,\s*/g, " "),
  }));
}

function run(command: string, args: string[], input: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const process = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    const chunks: Buffer[] = [];
    process.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ENOENT" ? resolve(undefined) : reject(error),
    );
    process.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    process.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
    process.stdin.on("error", () => undefined);
    process.stdin.end(input, "latin1");
  });
}
