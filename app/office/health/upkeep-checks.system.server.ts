import { sql } from "drizzle-orm";
import { lookAtTime } from "../../backups/departures/site-time.server.ts";
import { readBackupHistory } from "../../backups/screen/backup-history.server.ts";
import type { BackupHistory } from "../../backups/screen/backup-state.ts";
import { journalOrNone, listUnknownStates } from "../../core/database/copy/site-states.server.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import type { TimeLook } from "../../core/process/trusted-time.server.ts";
import { DAY } from "../../core/values/durations.ts";
import { Fault } from "../../core/values/errors.ts";
import { formatMoment, formatSize } from "../../i18n/format.ts";
import { several } from "../../kit/plural.ts";
import { backupFinding } from "../checks/backup-finding.ts";
import { isRateMissing, isRateOld } from "../home/rate.operations.server.ts";
import { OLD_RATE } from "../home/tasks.ts";
import { checkDisk, type Disk, type Finding } from "./checks.system.server.ts";

// What people have to see to: the machine may be well, and the site in danger nevertheless.

const readHistory = () => asSystem("health.backups", readBackupHistory);

/** Whether the site could be brought back. One that nobody has set up yet wakes nobody: that is its first mail of the day. */
export async function checkBackups(
  read: () => Promise<BackupHistory> = readHistory,
): Promise<Finding> {
  const history = await read();
  const finding = backupFinding(history, currentTime());
  return history.hasKeys ? finding : { ...finding, level: "warning" };
}

/** Whether the clock may be believed: what the calendar ends waits for that, and for nothing else. */
export async function checkClock(look: () => Promise<TimeLook> = lookAtTime): Promise<Finding> {
  const { trusted, now, known } = await look();
  const details: Finding["details"] = [["L’horloge dit", formatMoment("fr", now)]];
  if (known) details.push(["Le plus récent que le site connaisse", formatMoment("fr", known)]);
  if (!trusted && !known) {
    return { level: "warning", summary: "Pas encore comparée\u202f: rien n’est enlevé", details };
  }
  if (!known) return { level: "success", summary: "À l’heure", details };
  const days = several(
    Math.max(1, Math.round(Math.abs(now.getTime() - known.getTime()) / DAY)),
    "jour",
    "jours",
  );
  if (trusted) {
    const summary = `${days} de retard sur ce que le site connaît\u202f: remettez-la à l’heure`;
    return { level: "warning", summary, details };
  }
  return {
    level: "error",
    summary: `${days} d’avance sur tout ce que le site connaît\u202f: rien n’est enlevé ni terminé tant que personne ne dit qu’elle est juste`,
    details,
  };
}

const UNKNOWN_STATE =
  "Un état du site que le journal des restaurations ne connaît pas : rien ne l’enlève. Regardez s’il vous manque, puis retirez-le à la main.";

/** Room on the disks, and what is kept beside the site that takes some of it: a copy that waits, and former states. */
export async function checkDisks(
  disks: readonly Disk[],
  journal = journalOrNone(env().DATA_DIR),
  unknown = listUnknownStates(env().DATA_DIR, journal),
): Promise<Finding> {
  const finding = await checkDisk(disks);
  const kept = journal.states.map(({ kind, at, until, bytes }): [string, string] => {
    const size = bytes === undefined ? "taille inconnue" : formatSize("fr", bytes);
    const name =
      kind === "copy" ? "Copie prête à prendre la place du site" : "État précédent gardé";
    const [from, end] = [formatMoment("fr", new Date(at)), formatMoment("fr", new Date(until))];
    return [name, `${size}, le site du ${from}, jusqu’au ${end}`];
  });
  const lost = unknown.map((name): [string, string] => [`switch/${name}`, UNKNOWN_STATE]);
  if (kept.length + lost.length === 0) return finding;
  return {
    ...finding,
    level: lost.length > 0 && finding.level !== "error" ? "warning" : finding.level,
    details: [...(finding.details ?? []), ...kept, ...lost],
  };
}

/** The rate at which prices are charged in another currency. */
export async function checkRates(): Promise<Finding> {
  const { missing, old } = await asSystem("health.rates", async (db) => {
    const rows = await rowsOf<{ missing: number; old: number }>(
      db,
      sql`select ${isRateMissing()} as missing, ${isRateOld()} as old`,
    );
    if (!rows[0]) throw new Fault("the statement gave no row");
    return rows[0];
  });
  if (missing > 0) {
    const summary = "Aucun taux : des prix ne se paient pas partout en ligne";
    return { level: "warning", summary };
  }
  if (old === 0) return { summary: "Rien à mettre à jour" };
  return { level: "warning", summary: `Le taux a plus de ${OLD_RATE.days} jours` };
}
