import { currentTime } from "../core/process/clock.ts";
import { env } from "../core/process/env.server.ts";
import { DAY } from "../core/values/durations.ts";
import { placeholdersIn } from "../settings/settings.ts";
import { cachedSettings, readSettings } from "../settings/settings.visitor.server.ts";

/** Where to write when somebody finds a hole. It is never kept: its end has to lie ahead. */
export async function loader() {
  const settings = await readSettings().catch(cachedSettings);
  const isExample = placeholdersIn(settings).some(({ field }) => field === "email");
  const email = isExample ? undefined : settings.contact_info.email;
  const text = securityText({ origin: env().PUBLIC_URL, email, now: currentTime() });
  if (text === undefined) return new Response(null, { status: 404 });
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } });
}

/** RFC 9116 wants less than a year; whoever keeps a copy should look again before that. */
const GOOD_FOR_DAYS = 180;

type About = {
  /** The address of the site, without a slash at its end. */
  origin: string;
  /** Of the federation; absent where it is only an example. */
  email?: string;
  now: Date;
};

/** Whom to tell of a hole in the site (RFC 9116); undefined when nobody could be told. */
export function securityText({ origin, email, now }: About): string | undefined {
  // Web addresses in it have to begin so.
  const isHttps = origin.startsWith("https:");
  const contacts = [
    ...(email ? [`Contact: mailto:${encodeURIComponent(email).replace("%40", "@")}`] : []),
    ...(isHttps ? [`Contact: ${origin}/contact`, `Contact: ${origin}/en/contact`] : []),
  ];
  if (contacts.length === 0) return undefined;
  const today = Math.floor(now.getTime() / DAY) * DAY;
  return [
    ...contacts,
    `Expires: ${new Date(today + GOOD_FOR_DAYS * DAY).toISOString()}`,
    "Preferred-Languages: fr, en",
    ...(isHttps ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
    "",
  ].join("\n");
}
