// WHAT CAN BE UNDONE. Content, settings and records come back as they were; what left the house (a mail, money,
// what people were told) does not, and has an act of its own that goes the other way.

const TEXTS = ["create", "update", "delete", "restore", "undo"];
const SHOWN = ["publish", "unpublish"];

/** The acts of each table that can be undone, by the last word of their code in the log. */
export const UNDOABLE: Readonly<Record<string, readonly string[]>> = {
  news: [...TEXTS, ...SHOWN],
  events: [...TEXTS, "status"],
  pages: [...TEXTS, "status"],
  page_sections: [...TEXTS, "activate", "deactivate", "move"],
  site_settings: [...TEXTS],
  partners: [...TEXTS, "status"],
  leadership_team: [...TEXTS, ...SHOWN, "move"],
  highlights: [...TEXTS, ...SHOWN, "move"],
  membership_types: [...TEXTS, "activate", "deactivate"],
  // A file that is new may be in use already, and its content is replaced for good: 'Fichiers' says where it is.
  static_files: ["update", "delete", "undo", "move", "kit-add", "kit-remove", ...SHOWN],
  file_categories: [...TEXTS],
  // What a member pays hangs on their status.
  members: ["update", "delete", "undo", "reminders"],
  contact_messages: ["read", "reply", "delete", "undo"],
};

/** Where the table holds money, accounts or what people were told, nothing of it is undone. */
export const NEVER_UNDONE: Readonly<Record<string, string>> = {
  profiles: "Les comptes se changent dans « Équipe », un par un.",
  event_registrations: "La personne en a été prévenue : changez sa fiche d’inscription.",
  newsletter_subscriptions: "Qui s’est désabonné ne revient que par le lien de son message.",
  event_packages: "Une formule change avec son événement.",
  orders: "L’argent ne s’annule pas d’un bouton : une correction ou un remboursement le fait.",
  refunds: "L’argent ne s’annule pas d’un bouton : une correction ou un remboursement le fait.",
  ledger_entries: "Le livre ne se réécrit pas : une correction s’y ajoute.",
  announced_transfers:
    "L’argent ne s’annule pas d’un bouton : une correction ou un remboursement le fait.",
  tills: "Le livre d’une caisse ne se réécrit pas : comptez-la de nouveau.",
  till_handovers: "Une remise se refuse ou se refait, et le livre garde les deux.",
  erasures: "Ce qui a été effacé ne revient pas.",
  legal_texts:
    "Une version qui s’applique ne se réécrit pas : publiez-en une autre, ou retirez celle qui est à venir.",
  preview_links: "Fermez le lien d’aperçu, ou créez-en un autre.",
  file_removals: "Le fichier est retiré du stockage.",
};

/** The acts that have one of their own that goes the other way, by their code. */
const COUNTER_ACTS: Readonly<Record<string, string>> = {
  "events.cancel":
    "Les personnes inscrites ont été prévenues. Pour que l’événement ait lieu quand même, ouvrez-le et choisissez un autre statut : elles le sauront.",
  "events.door-add":
    "La personne en a été prévenue : retirez-la dans « Qui tient l’entrée », sur l’écran de l’événement.",
  "events.door-remove":
    "La personne en a été prévenue : placez-la de nouveau dans « Qui tient l’entrée », sur l’écran de l’événement.",
  "members.status": "Changez le statut dans la liste des membres : ses paiements en dépendent.",
  "members.create": "Supprimez la fiche dans la liste des membres.",
  "members.restore": "Supprimez la fiche dans la liste des membres.",
  "members.remind": "Le message est parti.",
  "static_files.create": "Supprimez le fichier dans « Fichiers » : on y voit d’abord où il sert.",
  "static_files.restore": "Supprimez le fichier dans « Fichiers » : on y voit d’abord où il sert.",
  "static_files.replace": "L’ancien contenu est dans la corbeille.",
  "contact_messages.restore": "Supprimez le message dans la liste.",
};

/** Settings that say what money goes where. */
const MONEY_SETTINGS = ["desk", "exchange_rate", "refunds"] as const;
export type MoneySetting = (typeof MONEY_SETTINGS)[number];

/** How long it is known which messages an act sent: as long as sent mail is kept. */
export const UNDONE_FOR = "mails";

type Act = { action: string; entity: string };

/** Whether an act is one of those that can be undone, as far as its name tells. */
export function isUndoable({ action, entity }: Act): boolean {
  const verb = action.split(".", 2)[1] ?? "";
  return UNDOABLE[entity]?.includes(verb) ?? false;
}

/** What goes the other way, where an act cannot be undone. */
export const counterAct = ({ action, entity }: Act): string | undefined =>
  COUNTER_ACTS[action] ?? NEVER_UNDONE[entity];

/** Whether a value of the settings is one of money. */
export const isMoneySetting = (key: unknown): key is MoneySetting =>
  MONEY_SETTINGS.some((one) => one === key);
