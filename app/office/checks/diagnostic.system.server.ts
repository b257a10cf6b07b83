import { eq, sql } from "drizzle-orm";
import { shownNow } from "../../core/database/doors/columns.server.ts";
import {
  asStaff,
  asSystem,
  asVisitor,
  databaseKind,
} from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import type { Transaction } from "../../core/database/engine.server.ts";
import { recentReadFailures } from "../../core/http/fallback.server.ts";
import { proxyNotes } from "../../core/http/network.ts";
import { readiness } from "../../core/http/readiness.ts";
import type { Check } from "../../core/process/checks.ts";
import { env } from "../../core/process/env.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { rightsOfOthers } from "../../core/storage/file-rights.server.ts";
import { events } from "../../events/events.table.server.ts";
import { countWaitingRemovals, readStoreState } from "../../files/storage/removals.staff.server.ts";
import { storeFinding } from "../../files/storage/store-finding.ts";
import { formatMoment } from "../../i18n/format.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { news } from "../../news/news.table.server.ts";
import { closedByTests } from "../../payments/providers/online-providers.system.server.ts";
import { providers } from "../../payments/providers/provider.ts";
import { readBackupFinding } from "./backup-check.staff.server.ts";
import { publicContact } from "./contact-check.system.server.ts";
import { checkJobs } from "./job-check.server.ts";
import { checkMails } from "./mail-check.system.server.ts";
import {
  type Finding,
  isRefusedToVisitors,
  probe,
  tryMembers,
  tryMessages,
} from "./probes.system.server.ts";
import { openDescriptors, unpreparedFiles } from "./process-checks.system.server.ts";

/** Every check of Diagnostic, one after the other: the embedded database does one thing at a time. */
export async function diagnose(staff: StaffAccount): Promise<Check[]> {
  const checks: [string, () => Promise<Finding>][] = [
    ["Connexion à la base de données", connection],
    ["Comptes de la base de données", logins],
    ["Utilisateur connecté", async () => currentUser(staff)],
    ["Rôle administrateur du compte", () => role(staff)],
    ["Fonction is_admin()", () => isAdminFunction(staff)],
    ["Lecture des actualités", () => readNews(staff)],
    ["Lecture des événements", () => readEvents(staff)],
    ["Lecture des membres", () => readMembers(staff)],
    ["Écriture des messages de contact", () => tryMessages(staff)],
    ["Écriture des membres", () => tryMembers(staff)],
    ["Stockage des fichiers", () => storage(staff)],
    ["E-mails", () => checkMails(staff)],
    ["Coordonnées publiques", () => publicContact(staff)],
    ["Préparation des fichiers", () => unpreparedFiles(staff)],
    ["Fichiers et connexions ouverts", async () => openDescriptors()],
    ["Sauvegardes", () => readBackupFinding(staff)],
    ["Tâches de fond", async () => checkJobs()],
    ["Paiement en ligne", async () => onlinePayment()],
    ["Lectures des pages publiques", async () => publicReads()],
    ["Adresse des visiteurs", async () => visitorAddresses()],
  ];
  const results: Check[] = [];
  for (const [name, work] of checks) results.push(await probe(name, work));
  return results;
}

async function connection(): Promise<Finding> {
  const [row] = await asVisitor((db) =>
    rowsOf<{ server_version: string }>(db, sql`show server_version`),
  );
  return { summary: "La base répond", details: [["PostgreSQL", row?.server_version ?? "?"]] };
}

/** Whether an injected statement that leaves its role would still be held back by the login behind it. */
async function logins(): Promise<Finding> {
  const ask = (db: Transaction) =>
    rowsOf<{ login: string; more: boolean }>(
      db,
      sql`select session_user::text as login, pg_has_role(session_user, 'site_staff', 'member')
        or pg_has_role(session_user, 'site_system', 'member') as more`,
    );
  const [visitor] = await asVisitor(ask);
  const [system] = await asSystem("diagnostic", ask);
  const embedded = databaseKind() === "embedded";
  const apart = visitor?.more === false;
  return {
    level: embedded || apart ? "success" : "warning",
    summary: embedded
      ? "Base embarquée : personne d’autre que le site n’y entre"
      : apart
        ? "Les visiteurs ont leur propre compte"
        : "Un seul compte pour tout : DATABASE_OWNER_URL sépare celui des visiteurs et celui du propriétaire",
    details: [
      ["Compte des visiteurs", visitor?.login ?? "?"],
      ["Compte du site", system?.login ?? "?"],
    ],
  };
}

function currentUser({ id, name, email }: StaffAccount): Finding {
  return {
    summary: email,
    details: [
      ["Nom", name],
      ["E-mail", email],
      ["Identifiant", id],
    ],
  };
}

async function role(staff: StaffAccount): Promise<Finding> {
  const [account] = await asStaff(staff, (db) =>
    db.select().from(profiles).where(eq(profiles.id, staff.id)),
  );
  const admin = account?.role === "admin" && account.is_active;
  return {
    level: admin ? "success" : "error",
    summary: admin ? "Le compte est administrateur" : "Le compte n’est pas administrateur",
    details: [
      ["Rôle", account?.role ?? "aucun"],
      ["Compte actif", account?.is_active ? "oui" : "non"],
    ],
  };
}

async function isAdminFunction(staff: StaffAccount): Promise<Finding> {
  const ask = (db: Transaction) => rowsOf<{ admin: boolean }>(db, sql`select is_admin() as admin`);
  const [mine] = await asStaff(staff, ask);
  const [answer] = await asVisitor(ask);
  const right = mine?.admin === true && answer?.admin === false;
  return {
    level: right ? "success" : "error",
    summary: right ? "Répond vrai pour vous, faux pour un visiteur" : "Réponse inattendue",
    details: [
      ["Pour vous", String(mine?.admin)],
      ["Pour un visiteur", String(answer?.admin)],
    ],
  };
}

async function readNews(staff: StaffAccount): Promise<Finding> {
  const published = await asStaff(staff, (db) => db.$count(news, shownNow(news.published, news)));
  const all = await asStaff(staff, (db) => db.$count(news));
  const seen = await asVisitor((db) => db.$count(news));
  return compared({ all, expected: published, seen });
}

async function readEvents(staff: StaffAccount): Promise<Finding> {
  const all = await asStaff(staff, (db) => db.$count(events));
  const seen = await asVisitor((db) => db.$count(events));
  return compared({ all, expected: all, seen });
}

/** Visitors must see all that is public, and nothing else. */
function compared({ all, expected, seen }: Record<"all" | "expected" | "seen", number>): Finding {
  const right = seen === expected;
  return {
    level: right ? "success" : "error",
    summary: right
      ? `${all} en tout, ${seen} pour les visiteurs`
      : `Un visiteur en voit ${seen} au lieu de ${expected}`,
    details: [
      ["Vus par l’administration", String(all)],
      ["À voir par un visiteur", String(expected)],
      ["Vus par un visiteur", String(seen)],
    ],
  };
}

async function readMembers(staff: StaffAccount): Promise<Finding> {
  const all = await asStaff(staff, (db) => db.$count(members));
  const refused = await isRefusedToVisitors((db) => db.select({ id: members.id }).from(members));
  return {
    level: refused ? "success" : "error",
    summary: refused
      ? `${all} membres, aucun pour les visiteurs`
      : "Un visiteur peut lire les membres",
    details: [
      ["Vus par l’administration", String(all)],
      ["Lecture par un visiteur", refused ? "refusée" : "acceptée"],
    ],
  };
}

async function storage(staff: StaffAccount): Promise<Finding> {
  const { storage: result, why } = await readiness();
  const finding = await asStaff(staff, async (db) => {
    const { store, upcoming: coming } = await readStoreState(db);
    return storeFinding(store, { next: coming, waiting: await countWaitingRemovals(db) });
  });
  // A store that is away or another's says more than that it cannot be written.
  if (finding.level === "error") return finding;
  if (result !== "ok") {
    return { level: "error", summary: `Les fichiers ne peuvent pas être écrits : ${why}` };
  }
  const rights = rightsOfOthers(env().DATA_DIR);
  if (!rights || finding.level !== "success") return finding;
  return {
    level: "warning",
    summary: "Le dossier des données est ouvert à d’autres comptes de la machine",
    details: [
      ["Droits", rights],
      ["À faire", "chmod 700 sur le dossier DATA_DIR, si personne d’autre n’en a besoin"],
      ...(finding.details ?? []),
    ],
  };
}

function publicReads(): Finding {
  const failures = recentReadFailures();
  return {
    level: failures.length > 0 ? "warning" : "success",
    summary:
      failures.length > 0
        ? "Des pages ont montré leur dernière copie ou des exemples"
        : "Aucune panne depuis le démarrage",
    details: failures.map(({ what, reason, count: times, last }) => [
      `${what}, ${formatMoment("fr", last)}`,
      `${reason} (${times} fois)`,
    ]),
  };
}

/** Whether tests keep the site from taking money online, though there are keys for it. */
function onlinePayment(): Finding {
  const closedBy = closedByTests();
  if (closedBy.length > 0) {
    return {
      level: "warning",
      summary: "Fermé : retirez les essais qui gardent des places, dans Paiements",
      details: closedBy.map(({ title, places }) => [title, `Places d’essais : ${places}`]),
    };
  }
  const names = providers().map(({ name, mode }) => (mode === "test" ? `${name} (essais)` : name));
  return { summary: names.length > 0 ? names.join(", ") : "Aucun, tout se paie à la fédération" };
}

/** Whether limits by network know one visitor from another. */
export function visitorAddresses(notes = proxyNotes()): Finding {
  const { shared, claimed } = notes;
  const details: Finding["details"] = [];
  if (shared) {
    details.push([
      `Dernière requête, ${formatMoment("fr", shared)}`,
      "Elle porte X-Forwarded-For et vient d’un relais de cette machine ou de son réseau, alors que TRUST_PROXY vaut 0",
    ]);
  }
  if (claimed) {
    details.push([
      `Dernière requête de l’extérieur, ${formatMoment("fr", claimed)}`,
      "Elle porte X-Forwarded-For. Si un relais est devant le site, mettez TRUST_PROXY à 1 ; sinon, quelqu’un l’a écrit, sans effet",
    ]);
  }
  if (shared) {
    const summary =
      "Tous les visiteurs ont l’adresse du relais : les limites par réseau ne limitent personne. Mettez TRUST_PROXY à 1";
    return { level: "error", summary, details };
  }
  return {
    level: claimed ? "warning" : "success",
    summary: claimed
      ? "Des requêtes disent être passées par un relais"
      : "Chaque visiteur a la sienne",
    details,
  };
}
