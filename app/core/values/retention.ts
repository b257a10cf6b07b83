import type { Language } from "../../i18n/languages.ts";

type Term = { months: number } | { days: number };
type Rule = {
  term: Term;
  /** Who enforces it: the nightly job, another part of the site, or the operator. */
  by: "job" | "site" | "operator";
  /** The promise, with its term where {term} stands. */
  fr: string;
  en: string;
};

/** HOW LONG DATA IS KEPT. The privacy page promises it, the job keeps it, tests read the same lines. */
export const RETENTION = {
  applications: {
    term: { months: 12 },
    by: "job",
    fr: "Demande d’adhésion qui n’aboutit pas\u00a0: {term} après la demande.",
    en: "Membership application that is not completed: {term} after the application.",
  },
  members: {
    term: { months: 36 },
    by: "job",
    fr: "Dossier de membre\u00a0: la durée de l’adhésion, puis {term}.",
    en: "Member record: the length of the membership, then {term}.",
  },
  photos: {
    term: { months: 12 },
    by: "job",
    fr: "Photo de licence\u00a0: jusqu’à ce que vous la retiriez, et {term} au plus après la fin de l’adhésion. Une photo refusée ou remplacée est effacée aussitôt.",
    en: "Photograph on a licence: until you remove it, and at most {term} after the membership ends. One that is refused or replaced is deleted at once.",
  },
  registrations: {
    term: { months: 12 },
    by: "job",
    fr: "Inscription à un événement, liste d’attente comprise\u00a0: {term} après l’événement.",
    en: "Event registration, including the waiting list: {term} after the event.",
  },
  money: {
    term: { months: 120 },
    by: "operator",
    fr: "Paiements et pièces comptables\u00a0: {term}, comme le demandent les règles comptables.",
    en: "Payments and accounting documents: {term}, as accounting rules require.",
  },
  unsubscribed: {
    term: { months: 36 },
    by: "job",
    fr: "Newsletter\u00a0: jusqu’à votre désinscription. Nous gardons ensuite {term} la preuve de votre accord et de votre retrait.",
    en: "Newsletter: until you unsubscribe. We then keep the proof of your consent and of its withdrawal for {term}.",
  },
  messages: {
    term: { months: 12 },
    by: "job",
    fr: "Messages de contact\u00a0: {term} après le dernier échange.",
    en: "Contact messages: {term} after the last exchange.",
  },
  invitees: {
    term: { days: 30 },
    by: "job",
    fr: "Adresse donnée par un club pour vous inviter\u00a0: jusqu’à votre réponse ou la fin de l’invitation. Une empreinte que personne ne peut déchiffrer reste {term}, pour ne pas vous écrire trop souvent.",
    en: "Address given by a club to invite you: until your answer or the end of the invitation. A fingerprint that nobody can decipher stays {term}, so that you are not written to too often.",
  },
  mails: {
    term: { days: 90 },
    by: "job",
    fr: "Messages que le site vous a envoyés (à qui, quand et pourquoi)\u00a0: {term}.",
    en: "Messages that the website sent you (to whom, when and why): {term}.",
  },
  partners: {
    term: { months: 36 },
    by: "job",
    fr: "Coordonnées des partenaires\u00a0: la durée du partenariat, puis {term}.",
    en: "Partner contact details: the length of the partnership, then {term}.",
  },
  log: {
    term: { months: 36 },
    by: "job",
    fr: "Journal des actions de l’équipe\u00a0: {term}.",
    en: "Record of staff actions: {term}.",
  },
  versions: {
    term: { months: 36 },
    by: "job",
    fr: "Versions des contenus du site, avec la personne de l’équipe qui les a écrites\u00a0: {term} au plus, ou jusqu’à ce que le contenu soit effacé.",
    en: "Versions of the site’s content, with the member of staff who wrote them: {term} at most, or until the content is erased.",
  },
  bin: {
    term: { days: 30 },
    by: "job",
    fr: "Corbeille de l’administration\u00a0: {term}.",
    en: "Bin of the administration: {term}.",
  },
  merges: {
    term: { days: 30 },
    by: "job",
    fr: "Deux dossiers d’une même personne réunis par l’équipe, tels qu’ils étaient avant\u00a0: {term}.",
    en: "Two records of one person that staff joined, as they were before: {term}.",
  },
  drafts: {
    term: { days: 30 },
    by: "job",
    fr: "Brouillons que l’équipe n’a pas enregistrés\u00a0: {term}.",
    en: "Drafts that staff did not save: {term}.",
  },
  reports: {
    term: { days: 30 },
    by: "job",
    fr: "Contenus que les navigateurs ont bloqués sur nos pages, sans rien sur les visiteurs\u00a0: {term}.",
    en: "Content that browsers blocked on our pages, with nothing about the visitors: {term}.",
  },
  technical: {
    term: { months: 12 },
    by: "operator",
    fr: "Journaux techniques\u00a0: {term} au plus.",
    en: "Technical logs: {term} at most.",
  },
  sessions: {
    term: { days: 7 },
    by: "site",
    fr: "Connexions de l’équipe et essais de connexion\u00a0: {term} au plus.",
    en: "Staff sign-ins and sign-in attempts: {term} at most.",
  },
  spaces: {
    term: { days: 30 },
    by: "site",
    fr: "Entrées dans Mon espace\u00a0: {term} après la dernière visite.",
    en: "Sign-ins to My space: {term} after the last visit.",
  },
  backups: {
    term: { days: 90 },
    by: "site",
    fr: "Sauvegardes du site, où tout cela peut encore se trouver\u00a0: {term} au plus.",
    en: "Backups of the website, where any of this may remain: {term} at most.",
  },
} as const satisfies Record<string, Rule>;

export type RetentionRule = keyof typeof RETENTION;
export const RETENTION_RULES = Object.keys(RETENTION) as RetentionRule[];

/** Those of which rows are counted, or were: the others have no rows, or end by themselves. */
export const COUNTED_RULES = RETENTION_RULES.filter((rule) => RETENTION[rule].by !== "site");

/** A term as people read it: '12 mois', '3 years', '90 jours'. */
export function formatTerm(language: Language, term: Term): string {
  const fr = language === "fr";
  if ("days" in term) return `${term.days}\u00a0${fr ? "jours" : "days"}`;
  const years = term.months / 12;
  if (years > 1) return `${years}\u00a0${fr ? "ans" : "years"}`;
  return `${term.months}\u00a0${fr ? "mois" : "months"}`;
}

/** The promise of a rule, with its term. */
export function retentionPromise(language: Language, rule: RetentionRule): string {
  return RETENTION[rule][language].replace("{term}", formatTerm(language, RETENTION[rule].term));
}

/** The day, yyyy-mm-dd, from which what a rule keeps since another day is deleted. */
export function retentionEnd(rule: RetentionRule, since: string): string {
  const term: Term = RETENTION[rule].term;
  const end = new Date(`${since}T00:00:00Z`);
  if ("days" in term) end.setUTCDate(end.getUTCDate() + term.days);
  else end.setUTCMonth(end.getUTCMonth() + term.months);
  return end.toISOString().slice(0, 10);
}

/** Data from before this moment must be deleted. */
export function retentionCutoff(rule: RetentionRule, now: Date): Date {
  const term: Term = RETENTION[rule].term;
  const since = new Date(now);
  if ("days" in term) since.setUTCDate(since.getUTCDate() - term.days);
  else since.setUTCMonth(since.getUTCMonth() - term.months);
  return since;
}
