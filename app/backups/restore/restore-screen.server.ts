import { data, type RouterContextProvider } from "react-router";
import {
  JournalError,
  readJournal,
  type SiteJournal,
} from "../../core/database/copy/site-states.server.ts";
import { asSystem, databaseKind } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { env } from "../../core/process/env.server.ts";
import { type StaffAccount, staffContext } from "../../core/staff-context.ts";
import { isFull } from "../../core/storage/storage-errors.ts";
import type { FormValues } from "../../core/values/check-fields.ts";
import { AppError } from "../../core/values/errors.ts";
import { readBackupKeys } from "../keys/backup-keys.server.ts";
import { requireAdministrator } from "../quarantine/release.system.server.ts";
import { findRestorable, listRestorable } from "./restore-archives.server.ts";
import {
  cancelRestore,
  type RestoreOutcome,
  readSince,
  requestCopy,
  requestFormerState,
} from "./restore-changes.system.server.ts";
import { CANCEL, GO_BACK, PLACES, type Place, PREPARE } from "./restores.ts";

type Context = Readonly<RouterContextProvider>;

const placeIn = (value: string | null | undefined): Place | undefined =>
  PLACES.find((place) => place === value);

/** What the screen of restores shows, and of the archive that was chosen what would be lost. @throws AppError 'forbidden' */
export async function readRestoreScreen(context: Context, query: URLSearchParams) {
  await asSystem("restores.read", (db) => requireAdministrator(db, context.get(staffContext)));
  const settings = env();
  const { DATA_DIR, S3_BUCKET } = settings;
  const isServer = databaseKind() === "server";
  const { journal, isDamaged } = isServer ? { journal: EMPTY, isDamaged: false } : look(DATA_DIR);
  return {
    isServer,
    isDamaged,
    hasKeys: readBackupKeys(DATA_DIR) !== undefined,
    hasFilesElsewhere: S3_BUCKET !== undefined,
    journal,
    places: await listRestorable(),
    chosen: isServer ? undefined : await choose(query),
  };
}

const EMPTY: SiteJournal = { states: [] };

/** A journal that is damaged says nothing, and is no reason to show nothing. */
function look(dataDir: string): { journal: SiteJournal; isDamaged: boolean } {
  try {
    return { journal: readJournal(dataDir), isDamaged: false };
  } catch (error) {
    if (error instanceof JournalError) return { journal: EMPTY, isDamaged: true };
    throw error;
  }
}

async function choose(query: URLSearchParams) {
  const from = placeIn(query.get("from"));
  const archive = query.get("archive");
  const at = from && archive ? await findRestorable(from, archive) : undefined;
  if (!from || !archive || !at) return undefined;
  return { archive, from, at, since: await asSystem("restores.read", (db) => readSince(db, at)) };
}

type RestoreAnswer = { intent: string; problem?: string; done?: string };

const PROBLEMS: Readonly<Record<Exclude<RestoreOutcome, "done">, string>> = {
  busy: "Une restauration est déjà demandée : attendez-la, ou annulez-la d’abord.",
  server:
    "La base est sur un serveur : la restauration se fait par la commande, décrite ci-dessous.",
  keys: "Ce site n’a pas la clé de ses sauvegardes : la restauration se fait par la commande, avec la clé imprimée.",
  disks:
    "La base ou les fichiers du site sont sur un disque à part, qui ne peut pas changer de place d’un coup : la restauration se fait par la commande.",
  gone: "Cette sauvegarde, ou cet état, n’est plus là. Rechargez la page.",
  nothing: "Il n’y a rien à annuler : rechargez la page pour voir où en est le site.",
};

const DONE: Readonly<Record<string, string>> = {
  [PREPARE]: "La copie est demandée. Les administrateurs sont prévenus.",
  [CANCEL]: "Annulé. Le prochain démarrage ne change rien.",
  [GO_BACK]: "Le prochain démarrage reviendra à cet état. Les administrateurs sont prévenus.",
};

const FULL = "Il n’y a plus de place sur le disque : rien n’a été demandé.";
const DAMAGED = "L’état de la restauration n’est pas lisible : le journal du serveur dit pourquoi.";

function work(intent: string, staff: StaffAccount, values: FormValues): Promise<RestoreOutcome> {
  const { archive = "", state = "" } = values;
  if (intent === CANCEL) return cancelRestore(staff);
  if (intent === GO_BACK) return requestFormerState(staff, state);
  const from = placeIn(values.from);
  return from ? requestCopy(staff, { archive, from }) : Promise.resolve("gone");
}

/** Does what was pressed. */
export async function changeRestore(request: Request, context: Context) {
  const values = await readFieldsOrNone(request);
  const { intent = "" } = values;
  const answer = (more: Omit<RestoreAnswer, "intent">, status = 200) =>
    data<RestoreAnswer>({ intent, ...more }, status);
  const staff = context.get(staffContext);
  if (!Object.hasOwn(DONE, intent)) return answer({ problem: "Action inconnue" }, 400);
  try {
    const outcome = await work(intent, staff, values);
    if (outcome === "done") return answer({ done: DONE[intent] });
    return answer({ problem: PROBLEMS[outcome] }, 409);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isFull(error)) return answer({ problem: FULL }, 409);
    if (error instanceof JournalError) return answer({ problem: DAMAGED }, 409);
    throw error;
  }
}
