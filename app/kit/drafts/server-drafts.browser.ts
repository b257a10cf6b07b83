import {
  type DraftOf,
  type DraftState,
  draftKey,
  type KeptDraft,
} from "../../records/drafts/drafts.ts";

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
