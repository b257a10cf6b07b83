import type { DraftValues, KeptDraft } from "../../records/drafts/drafts.ts";
import type { PhoneDrafts } from "./phone-drafts.browser.ts";
import type { ServerDrafts } from "./server-drafts.browser.ts";

/** A draft that waits for a decision, and where it lies on this device. */
export type Offer = KeptDraft & {
  place: string;
  /** What the server has of the same writing: an earlier moment of it. */
  acked?: number;
};

/** What a form holds now, and with which version of the record it began. */
export function readForm(form: HTMLFormElement): { values: DraftValues; version: string } {
  const values: DraftValues = {};
  for (const [name, value] of new FormData(form)) {
    // What another person saved meanwhile is not typed here.
    if (typeof value === "string" && !/^(?:take|theirs)\./.test(name)) values[name] = value;
  }
  const { version = "", draft: _draft, ...rest } = values;
  return { values: rest, version };
}

/** The drafts of a text, here and on the server, the latest first. */
export async function findDrafts(phone: PhoneDrafts | undefined, server: ServerDrafts) {
  const here = (await phone?.read().catch(() => undefined)) ?? [];
  const there = await server.read().catch(() => undefined);
  const kept = there?.draft;
  const offers: Offer[] = [];
  for (const { key: place, sent, ...own } of here) {
    // What the server had and has no more was saved, or thrown away, on another device.
    const isOver = sent && there && !kept;
    if (isOver) await phone?.drop(place).catch(() => {});
    else offers.push({ ...own, place });
  }
  const isHere = offers.some(
    ({ sequence, acked }) => sequence === kept?.sequence || acked === kept?.sequence,
  );
  if (kept && !isHere) {
    offers.push({ ...kept, place: crypto.randomUUID() });
  }
  offers.sort((one, other) => other.sequence - one.sequence);
  // Until somebody decides they stay on this device, whatever is saved meanwhile.
  for (const offer of offers)
    await phone?.write(offer.place, offer, { sent: false, acked: offer.acked }).catch(() => {});
  const highest = offers[0]?.sequence ?? 0;
  return { offers, others: there?.others ?? [], highest, onServer: kept?.sequence };
}
