import { StaffClient } from "./staff-client.ts";

/** What one person typed on the public site. */
export const PERSON = {
  firstName: "Aïssatou",
  lastName: "Bah-Diallo",
  email: "aissatou.bah@example.org",
  phone: "622 12 34 56",
  birthDate: "2001-02-03",
};
const MEMBERSHIP = "01930000-0000-7000-8000-000000005001";
const EVENT = "01930000-0000-7000-8000-000000002001";

/** The pages that only one person has the address of. */
export type OwnPages = { application: string; ticket: string; order: string; simulated: string };

/** Puts something into every table that holds a secret or a person, as its visitors and staff do. */
export async function fillSite(
  url: string,
  query: (statement: string) => Promise<Record<string, string>[]>,
): Promise<OwnPages> {
  const own = await bePublic(url);
  const staff = await StaffClient.signIn(url);
  await staff.uploaded("Ce que le bureau a décidé.", "compte-rendu.txt");
  await query(
    `insert into auth_two_factors (id, secret, backup_codes, user_id)
       select gen_random_uuid(), 'a secret of an authenticator', 'recovery codes of a person', id from profiles;
     insert into auth_verifications (id, identifier, value, expires_at)
       values (gen_random_uuid(), 'what a link holds', 'whom a link is for', now() + interval '1 day');
     insert into mail_outbox (id, key, template, language, recipient, subject, text_body, html_body, status, last_error)
       values (gen_random_uuid(), gen_random_uuid(), 'password-reset', 'fr', 'x@example.org', 'Votre mot de passe',
         'the text of a mail with its link', '<p>the same with its link</p>', 'failed', 'refused')`,
  );
  const [registration] = await query(
    "select ticket_token from event_registrations where ticket_token is not null order by created_at desc",
  );
  return { ...own, ticket: `/tickets/${registration?.ticket_token}` };
}

/** Applies, registers and pays, writes a message and subscribes, as visitors do. */
async function bePublic(url: string) {
  const post = async (address: string, fields: Record<string, string>) => {
    const answer = await fetch(new URL(address, url), {
      method: "POST",
      redirect: "manual",
      headers: { origin: url },
      body: new URLSearchParams(fields),
    });
    const to = answer.headers.get("location");
    if (!to) throw new Error(`${address}: ${answer.status}`);
    return new URL(to, url).pathname;
  };
  const application = await post(`/membership?type=${MEMBERSHIP}`, {
    ...PERSON,
    type: MEMBERSHIP,
    address: "Quartier Taouyah, Ratoma",
    city: "Conakry",
    experience: "beginner",
    games: "EA Sports FC",
    motivation: "Je veux jouer pour la Guinée et apprendre avec les meilleurs du pays.",
    acceptTerms: "on",
  });
  const order = await post(`/events/${EVENT}?register=1`, {
    ...PERSON,
    gamertag: "aissa224",
    platform: "mobile",
    priceId: "standard",
    acceptRules: "on",
    acceptTerms: "on",
  });
  await post("/contact", {
    name: "Mamadou Sow",
    email: "sow@example.org",
    subject: "Une question sur les clubs",
    message: "Comment affilier le nôtre avant la saison ?",
  });
  await post("/newsletter", {
    email: "lecteur@example.org",
    whatsapp: "622 12 34 57",
    consent: "on",
  });
  const page = await (await fetch(url + order)).text();
  const field = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]+)"`).exec(page)?.[1];
  const simulated = await post(order, {
    intent: "pay",
    key: field("key") ?? "",
    charge: field("charge") ?? "",
  });
  return { application, order, simulated };
}
