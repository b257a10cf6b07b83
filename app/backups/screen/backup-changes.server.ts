import type { RouterContextProvider } from "react-router";
import { recordAccess } from "../../auth/account/access-log.system.server.ts";
import {
  type AccountRequest,
  type AccountState,
  answer,
  invalid,
  success,
  withPasswordAndCode,
} from "../../auth/account/account-change.server.ts";
import { sendCode } from "../../auth/second-factor/factor-changes.server.ts";
import { listAlertedAdministrators } from "../../auth/staff/administrators.operations.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { jobStates } from "../../core/process/jobs.server.ts";
import { sessionContext, staffContext } from "../../core/staff-context.ts";
import type { FormValues } from "../../core/values/check-fields.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { recoveryKeyMail } from "../backups.mail.ts";
import {
  type BackupKeys,
  isOwnRecoveryKey,
  makeBackupKeys,
  readBackupKeys,
  recoveryKeyFingerprint,
} from "../keys/backup-keys.server.ts";
import { RecoveryKeyError } from "../keys/recovery-key.server.ts";
import { recordKeyShown, requestBackup } from "../nightly/backup-runs.system.server.ts";
import { BACK_UP_NOW } from "../nightly/backups.ts";

/** What the screen shows after something was pressed on it. */
export type BackupState = AccountState & {
  /** The key that was just made, shown this once. */
  recoveryKey?: string;
};
type BackupChange = { state: BackupState; status: number };

/** Does what was pressed: a code by mail, a new key, an archive now, or showing that one holds it. */
export async function changeBackups(
  request: Request,
  context: Readonly<RouterContextProvider>,
  values: FormValues,
): Promise<BackupChange> {
  const { intent = "" } = values;
  const staff = context.get(staffContext);
  const sessionId = context.get(sessionContext) ?? "";
  const asked: AccountRequest = { intent, values, staff, sessionId, request, context };
  if (intent === "send-code") return sendCode(asked);
  if (intent === "make-key") return makeKey(asked);
  if (intent === "show-key") return showKey(asked);
  if (intent === BACK_UP_NOW) return backUpNow(asked);
  return answer({ intent, errors: {} }, 400);
}

const MADE = "Une clé de secours existe déjà : rechargez la page.";

/** Makes the keys of the site. Whoever sees the recovery key could read every archive: it wants the second factor. */
async function makeKey(asked: AccountRequest): Promise<BackupChange> {
  const { DATA_DIR } = env();
  if (readBackupKeys(DATA_DIR))
    return answer({ intent: asked.intent, errors: {}, problem: MADE }, 409);
  let recoveryKey: string | undefined;
  const { state, status } = await withPasswordAndCode(
    asked,
    async (db) => {
      await recordAccess(db, "recovery-key", asked.staff);
      await notifyOfNewKey(db, asked.staff.name);
      // Last, since it cannot be undone: a key that nobody was shown is of no use.
      recoveryKey = (await makeBackupKeys(DATA_DIR)).recoveryKey;
    },
    () => success(asked, "Clé de secours créée. Elle n’est montrée que cette fois."),
  );
  return { state: { ...state, recoveryKey }, status };
}

const OTHER_KEY = "Ce n’est pas la clé de secours de ce site.";

/** What is wrong with a key that was typed, in words for whoever has the paper before them. */
async function mistakeIn(keys: BackupKeys, typed: string): Promise<string | undefined> {
  try {
    return (await isOwnRecoveryKey(keys, typed)) ? undefined : OTHER_KEY;
  } catch (error) {
    if (!(error instanceof RecoveryKeyError)) throw error;
    // On the screen without the English half, which is for whoever types commands.
    const words = error.message.replace(/ \(.*\)$/, "");
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}. Relisez la feuille.`;
  }
}

/** Everybody who administers the site learns of it: whoever holds the key reads all archives to come. */
async function notifyOfNewKey(db: SystemDb, by: string): Promise<void> {
  for (const { email: recipient, name } of await listAlertedAdministrators(db)) {
    await queueMail(db, recoveryKeyMail({ recipient, name, by, at: currentTime() }));
  }
}

/** The key itself is kept nowhere and said nowhere: it either is the one of this site, or is not. */
async function showKey(asked: AccountRequest): Promise<BackupChange> {
  const keys = readBackupKeys(env().DATA_DIR);
  const typed = asked.values.recovery_key ?? "";
  if (!typed.trim()) return invalid(asked, { recovery_key: "Saisissez la clé imprimée." });
  if (!keys) return invalid(asked, { recovery_key: OTHER_KEY });
  const mistake = await mistakeIn(keys, typed);
  if (mistake) return invalid(asked, { recovery_key: mistake });
  await asSystem("backups.key", async (db) => {
    await recordKeyShown(db, recoveryKeyFingerprint(keys), currentTime());
    await recordAccess(db, "recovery-key-shown", asked.staff);
  });
  return success(asked, "C’est bien la clé de ce site. Elle vous sera redemandée dans trois mois.");
}

const NO_KEY = "Créez d’abord la clé de secours : sans elle, une sauvegarde ne servirait à rien.";
const AT_REST =
  "Les tâches de fond de ce site ne tournent pas : aucune sauvegarde ne peut commencer.";
const UNDER_WAY = "Une sauvegarde est déjà en cours.";

/** The job that works by night does it, in whichever process is free. */
async function backUpNow(asked: AccountRequest): Promise<BackupChange> {
  const refuse = (problem: string) => answer({ intent: asked.intent, errors: {}, problem }, 409);
  if (!readBackupKeys(env().DATA_DIR)) return refuse(NO_KEY);
  if (jobStates().length === 0) return refuse(AT_REST);
  const isFirst = await asSystem("backups.ask", async (db) => {
    if (!(await requestBackup(db, currentTime()))) return false;
    await recordAccess(db, "backup-asked", asked.staff);
    return true;
  });
  return isFirst ? success(asked, "La sauvegarde commence.") : refuse(UNDER_WAY);
}
