import type { Fact } from "./facts.ts";

/** Every letter that somebody may get in a season, by what its subject says. One line each. */
const SUBJECTS = {
  "application-received":
    /^(Votre demande d’adhésion est enregistrée|Your membership application is)/,
  "membership-active": /^(Votre adhésion est active|Your membership is active)/,
  "ends in 30 days": /^(Votre adhésion se termine dans 30|Your membership ends in 30)/,
  "ends in 7 days": /^(Votre adhésion se termine dans 7|Your membership ends in 7)/,
  "ends today": /^(Votre adhésion se termine aujourd’hui|Your membership ends today)/,
  "reminded by hand": /^(Votre adhésion se termine dans|Your membership ends in) \d+/,
  "has ended": /^(Votre adhésion a pris fin|Your membership has ended)/,
  "registration-confirmed": /^(Inscription confirmée|Registration confirmed)/,
  "registration-changed":
    /^(Inscription (modifiée|déplacée)|Registration (changed|corrected|moved))/,
  "registration-readdressed": /^(Changement d’adresse e-mail|Change of e-mail address)/,
  "registration-proof": /^(Confirmez votre inscription|Confirm your registration)/,
  "waiting-list-joined": /^(Liste d’attente|Waiting list)/,
  "place-offered": /^(Une place s’est libérée|A place is free)/,
  "place-released": /^(Place rendue|Place released)/,
  "place-held": /^(Place gardée|Place held)/,
  "event-cancelled": /^(Événement annulé|Event cancelled)/,
  "event-moved": /^(Changement de date ou de lieu|Change of date or venue)/,
  "event-returns": /^«\s.*\s» annulé\s:/,
  "event-reopened": /^(Finalement maintenu|Taking place after all)/,
  "event-reminder": /^(Rappel|Reminder)\s?:/,
  "registration-link": /^(Votre inscription|Your registration)\s?:/,
  "contact-notice": /^(Message du site|Message from the website)/,
  "contact-acknowledgement": /^(Nous avons bien reçu|We have received)/,
  "by-hand-chosen": /^(À payer à la fédération|To be paid at the federation)/,
  "payment-due": /^(Paiement attendu|Payment due)/,
  "part-received": /^(Paiement reçu en partie|Part of your payment received)/,
  "newsletter-welcome": /^(Bienvenue dans la newsletter|Welcome to the newsletter)/,
} as const;
export type Letter = keyof typeof SUBJECTS;

/** Which letter it is, by its subject. */
export const letterOf = (subject: string): Letter | undefined =>
  (Object.entries(SUBJECTS) as [Letter, RegExp][]).find(([, words]) => words.test(subject))?.[0];

/** The letters of reminders, by the days that a membership has left. */
export const REMINDERS: Record<number, Letter> = {
  30: "ends in 30 days",
  7: "ends in 7 days",
  0: "ends today",
  [-30]: "has ended",
};

/** Whether a letter says that a membership ends. */
export const isReminder = (letter: Letter): boolean => Object.values(REMINDERS).includes(letter);

type Rule = { of: Fact["of"]; from?: readonly (string | null)[]; to: string; owes: Letter };
const LIVE = ["held", "confirmed", "offered", "waiting"];
/** Who reads the messages of the site. */
const CONTACT = "contact@fge.example";

/** WHAT IS OWED FOR WHAT HAPPENED. Of a change that several lines describe, the first one counts. */
const OWED: readonly (Rule & { byEvent?: boolean })[] = [
  { of: "registration", to: "confirmed", owes: "registration-confirmed" },
  { of: "registration", from: [null], to: "waiting", owes: "waiting-list-joined" },
  { of: "registration", from: ["cancelled"], to: "offered", byEvent: true, owes: "event-reopened" },
  { of: "registration", from: ["cancelled"], to: "waiting", byEvent: true, owes: "event-reopened" },
  { of: "registration", from: ["waiting"], to: "offered", owes: "place-offered" },
  { of: "registration", from: ["held", "offered"], to: "expired", owes: "place-released" },
  { of: "registration", from: LIVE, to: "cancelled", byEvent: true, owes: "event-cancelled" },
  { of: "registration", from: LIVE, to: "cancelled", owes: "place-released" },
  { of: "correction", to: "corrected", owes: "registration-changed" },
  { of: "correction", to: "left", owes: "registration-readdressed" },
  { of: "again", to: "confirmed", owes: "registration-confirmed" },
  { of: "again", to: "held", owes: "place-held" },
  { of: "again", to: "offered", owes: "place-offered" },
  { of: "again", to: "waiting", owes: "waiting-list-joined" },
  { of: "again", to: "reminded", owes: "reminded by hand" },
  { of: "order", to: "by hand", owes: "by-hand-chosen" },
  { of: "order", to: "part", owes: "part-received" },
  { of: "member", from: [null], to: "pending", owes: "application-received" },
  { of: "member", from: ["pending"], to: "active", owes: "membership-active" },
  { of: "message", to: "written", owes: "contact-acknowledgement" },
  { of: "subscription", to: "active", owes: "newsletter-welcome" },
];

export type Debt = { to: string; letter: Letter; at: number };

/** What is owed for a fact. */
export function owedFor(fact: Fact): Debt[] {
  const { of, was, now, email: to } = fact;
  const at = Date.parse(fact.at);
  const owe = (letter: Letter, people: readonly string[] = [to]) =>
    people.map((one) => ({ to: one, letter, at }));
  if (of === "change") {
    return [
      ...(now === "moved" ? owe("event-moved", fact.people ?? []) : []),
      ...(fact.decides ? owe("event-returns", fact.staff ?? []) : []),
    ];
  }
  if (fact.asks) return owe("registration-proof");
  if (fact.proven && now === "waiting") return owe("waiting-list-joined");
  if (was === now || fact.unproven) return [];
  const rule = OWED.find(
    (one) =>
      one.of === of &&
      one.to === now &&
      (!one.from || one.from.includes(was)) &&
      (!one.byEvent || fact.byEvent),
  );
  return [
    ...(rule ? owe(rule.owes) : []),
    ...(of === "message" ? owe("contact-notice", [CONTACT]) : []),
  ];
}
