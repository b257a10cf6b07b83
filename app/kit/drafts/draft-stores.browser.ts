import {
  type DraftState,
  type DraftTarget,
  formatDraftKey,
  type StoredDraft,
} from "../../records/drafts/drafts.ts";

// The two stores of drafts: IndexedDB on this device, and the server. IndexedDB confirms that a write is on the disk and
// holds far more than localStorage. The account that the drafts belong to is kept in localStorage, which the frame of
// the back office reads synchronously: see delete-local-drafts.ts.

const LOCAL_DRAFT_MS = 30 * 86_400_000;

/** A draft on this device. Each time that a form is open has a key of its own. */
type LocalDraft = StoredDraft & {
  key: string;
  account: string;
  of: string;
} & OnServer;

type OnServer = {
  /** Whether the server has this draft too. */
  sent: boolean;
  /** The sequence of the draft that the server last stored of the same form. */
  acked?: number;
};

/** Whoever wrote it signed out, in this tab or in another: nothing more is written down. */
export class SignedOut extends Error {}

/** The drafts of one text on this device. */
export type LocalDrafts = {
  /** The latest first. */
  read: () => Promise<LocalDraft[]>;
  /** @throws SignedOut; what the browser says when there is no room */
  write: (localKey: string, draft: StoredDraft, serverState: OnServer) => Promise<void>;
  drop: (localKey: string) => Promise<void>;
  close: () => void;
};

/** Opens the drafts on this device. @throws where the browser stores nothing for a site */
export async function openLocalDrafts(account: string, of: DraftTarget): Promise<LocalDrafts> {
  const opening = indexedDB.open("drafts", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("drafts", { keyPath: "key" });
  const database = await resultOf(opening);
  localStorage.setItem("drafts", account);
  // A sign-out in another tab deletes the database, which waits until it is closed here.
  database.onversionchange = () => database.close();
  const store = () => {
    // Whoever signed in since finds nothing of somebody else's.
    if (localStorage.getItem("drafts") !== account) throw new SignedOut();
    return storeIn(database);
  };
  await deleteOldDrafts(store(), account);
  return {
    async read() {
      const rows: LocalDraft[] = await resultOf(store().getAll());
      return rows
        .filter((row) => row.account === account && row.of === formatDraftKey(of))
        .sort((one, other) => other.sequence - one.sequence);
    },
    write: (localKey, draft, serverState) => {
      const { values, version, sequence, at } = draft;
      const row = { values, version, sequence, at, key: localKey, account, of: formatDraftKey(of) };
      return inTransaction(store(), (rows) =>
        rows.put({ ...row, ...serverState } satisfies LocalDraft),
      );
    },
    drop: (localKey) => inTransaction(store(), (rows) => rows.delete(localKey)),
    close: () => database.close(),
  };
}

function storeIn(database: IDBDatabase): IDBObjectStore {
  try {
    const transaction = database.transaction("drafts", "readwrite", { durability: "strict" });
    return transaction.objectStore("drafts");
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === "InvalidStateError";
    throw isClosed ? new SignedOut() : error;
  }
}

/** Deletes drafts that are too old, or of another account. */
async function deleteOldDrafts(rows: IDBObjectStore, account: string): Promise<void> {
  const all: LocalDraft[] = await resultOf(rows.getAll());
  const oldest = Date.now() - LOCAL_DRAFT_MS;
  for (const row of all) {
    if (row.account !== account || row.at < oldest) rows.delete(row.key);
  }
}

function inTransaction(rows: IDBObjectStore, work: (rows: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    rows.transaction.oncomplete = () => resolve();
    rows.transaction.onabort = () => reject(rows.transaction.error);
    work(rows);
  });
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const ADDRESS = "/admin/drafts";

/** The site cannot take it now: it was not reached, or its database was not. */
export class Away extends Error {}
/** There is no line. */
export class Offline extends Away {}
/** The site answers, and does not take it: the session is over, or it is too long. */
class Refused extends Error {}

/** The drafts of one text on the server. */
export function serverDrafts(account: string, of: DraftTarget) {
  const send = <T>(fields: Record<string, string>): Promise<T> => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fields, account, of: formatDraftKey(of) })) {
      body.append(name, value);
    }
    return ask<T>(ADDRESS, { method: "POST", body });
  };
  return {
    read: () => ask<DraftState>(`${ADDRESS}?of=${encodeURIComponent(formatDraftKey(of))}`),
    /** Returns the sequence that the server has now: a later draft of the same person stays. */
    async write({ values, version, sequence }: StoredDraft): Promise<number> {
      const draft = JSON.stringify({ values, version, sequence });
      return (await send<{ sequence: number }>({ draft })).sequence;
    },
    drop: () => send<object>({ intent: "drop" }),
  };
}

export type ServerDrafts = ReturnType<typeof serverDrafts>;

async function ask<T>(address: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(address, init).catch(() => {
    throw new Offline();
  });
  if (answer.status >= 500) throw new Away();
  // A session that is over leads to the sign-in.
  if (!answer.ok || answer.redirected) throw new Refused();
  return answer.json() as Promise<T>;
}
