import {
  type DraftOf,
  type DraftState,
  draftKey,
  type KeptDraft,
} from "../../records/drafts/drafts.ts";

// What is written stays on the device in a database of the browser: unlike localStorage it is on the disk when
// the browser says so, and its room is far larger. Whose it is stands in localStorage, where the frame of the
// office reads it without waiting: see forget-drafts.ts.

const KEPT_MS = 30 * 86_400_000;

/** A draft on this device. Each time that a form is open has a place of its own. */
type PhoneDraft = KeptDraft & {
  key: string;
  account: string;
  of: string;
} & OnServer;

type OnServer = {
  /** Whether the server has it too. */
  sent: boolean;
  /** The sequence of what it has of the same writing. */
  acked?: number;
};

/** Whoever wrote it signed out, in this tab or in another: nothing more is written down. */
export class SignedOut extends Error {}

/** The drafts of one text on this device. */
export type PhoneDrafts = {
  /** The latest first. */
  read: () => Promise<PhoneDraft[]>;
  /** @throws SignedOut; what the browser says when there is no room */
  write: (place: string, draft: KeptDraft, there: OnServer) => Promise<void>;
  drop: (place: string) => Promise<void>;
  close: () => void;
};

/** Opens them. @throws where the browser keeps nothing for a site */
export async function openPhoneDrafts(account: string, of: DraftOf): Promise<PhoneDrafts> {
  const opening = indexedDB.open("drafts", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("drafts", { keyPath: "key" });
  const database = await done(opening);
  localStorage.setItem("drafts", account);
  // Somebody signs out in another tab: the database goes.
  database.onversionchange = () => database.close();
  const store = () => {
    // Whoever signed in since finds nothing of somebody else's.
    if (localStorage.getItem("drafts") !== account) throw new SignedOut();
    return storeIn(database);
  };
  await clearOut(store(), account);
  return {
    async read() {
      const rows: PhoneDraft[] = await done(store().getAll());
      return rows
        .filter((row) => row.account === account && row.of === draftKey(of))
        .sort((one, other) => other.sequence - one.sequence);
    },
    write: (place, draft, there) => {
      const { values, version, sequence, at } = draft;
      const row = { values, version, sequence, at, key: place, account, of: draftKey(of) };
      return change(store(), (rows) => rows.put({ ...row, ...there } satisfies PhoneDraft));
    },
    drop: (place) => change(store(), (rows) => rows.delete(place)),
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

/** What is old, or somebody else's, goes. */
async function clearOut(rows: IDBObjectStore, account: string): Promise<void> {
  const all: PhoneDraft[] = await done(rows.getAll());
  const oldest = Date.now() - KEPT_MS;
  for (const row of all) {
    if (row.account !== account || row.at < oldest) rows.delete(row.key);
  }
}

function change(rows: IDBObjectStore, work: (rows: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    rows.transaction.oncomplete = () => resolve();
    rows.transaction.onabort = () => reject(rows.transaction.error);
    work(rows);
  });
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const ADDRESS = "/admin/drafts";

/** The site was not reached. */
export class Offline extends Error {}
/** The site answers, and does not take it: the session is over, or it is too long. */
class Refused extends Error {}

/** The drafts of one text on the server. */
export function serverDrafts(account: string, of: DraftOf) {
  const send = <T>(fields: Record<string, string>): Promise<T> => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fields, account, of: draftKey(of) })) {
      body.append(name, value);
    }
    return ask<T>(ADDRESS, { method: "POST", body });
  };
  return {
    read: () => ask<DraftState>(`${ADDRESS}?of=${encodeURIComponent(draftKey(of))}`),
    /** Returns the sequence that the server has now: a later draft of the same person stays. */
    async write({ values, version, sequence }: KeptDraft): Promise<number> {
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
  if (answer.status >= 500) throw new Offline();
  // A session that is over leads to the sign-in.
  if (!answer.ok || answer.redirected) throw new Refused();
  return answer.json() as Promise<T>;
}
