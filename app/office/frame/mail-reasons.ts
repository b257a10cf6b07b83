import { NOTIONS } from "./notions.ts";

const REASONS: Readonly<Record<string, string>> = {
  "site-released": "Site remis en marche",
  "site-restore": "Restauration du site",
  "recovery-key": "Clé de secours des sauvegardes",
  "mail-test": "Message d’essai",
  health: "Santé du site",
  ...Object.assign({}, ...NOTIONS.map(({ mails }) => mails)),
};

/** The reason for a mail, by its template; the name of the template when it has none. */
export const mailReason = (template: string): string => REASONS[template] ?? template;
