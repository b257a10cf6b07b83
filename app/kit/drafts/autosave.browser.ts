import type { DraftOf, DraftValues, KeptDraft } from "../../records/drafts/drafts.ts";
import {
  Offline,
  openPhoneDrafts,
  type PhoneDrafts,
  type ServerDrafts,
  SignedOut,
  serverDrafts,
} from "./draft-stores.browser.ts";

/** How it stands with what is being written. */
export type DraftNews = {
  kept?: "server" | "phone" | "offline" | "refused" | "nowhere" | "signed-out";
  /** The drafts that wait for a decision, the latest first. */
  offers: Offer[];
  /** The one that was thrown away last. */
  thrown?: Offer;
  /** Who else writes the text. */
  others: string[];
  /** Whether another tab writes it. */
  twice: boolean;
  /** An older draft that only the server has stays there until somebody decides, whatever is saved. */
  isHeld: boolean;
};

type Form = {
  form: HTMLFormElement;
  account: string;
  of: DraftOf;
  /** Whether something was typed before this came. */
  isTyped: () => boolean;
  tell: (news: DraftNews) => void;
};

const PAUSE = 1_000;
const AGAIN = 10_000;

/** Keeps what is typed into a form: on this device within a second, and on the server when it can be reached. */
export async function openKeeper(own: Form): Promise<Keeper> {
  const server = serverDrafts(own.account, own.of);
  const phone = await openPhoneDrafts(own.account, own.of).catch(() => undefined);
  const keeper = new Keeper(own, server, phone, await findDrafts(phone, server));
  if (own.isTyped()) keeper.changed();
  return keeper;
}

type Found = Awaited<ReturnType<typeof findDrafts>>;
type Work = "write" | "send";

export class Keeper {
  readonly #form: HTMLFormElement;
  readonly #tell: Form["tell"];
  readonly #server: ServerDrafts;
  readonly #phone: PhoneDrafts | undefined;
  #news: DraftNews;
  /** Where on this device. */
  #place: string = crypto.randomUUID();
  /** The highest that was seen. */
  #sequence: number;
  /** That of the server's draft, whoever's writing it is; and of this writing. */
  #onServer: number | undefined;
  #acked: number | undefined;
  #draft: KeptDraft | undefined;
  #isUnwritten = false;
  #isUnsent = false;
  #isSaving = false;
  #inFlight: Promise<unknown> | undefined;
  readonly #timers: Record<Work, number> = { write: 0, send: 0 };
  readonly #tabs = new BroadcastChannel("drafts");
  readonly #key: string;
  readonly #listeners: readonly (readonly [EventTarget, string, () => void])[];

  constructor(
    { form, of, tell }: Form,
    server: ServerDrafts,
    phone: PhoneDrafts | undefined,
    found: Found,
  ) {
    this.#form = form;
    this.#tell = tell;
    this.#server = server;
    this.#phone = phone;
    this.#sequence = found.highest;
    this.#onServer = found.onServer;
    this.#key = `${of.entity} ${of.record}`;
    this.#news = { offers: [], others: found.others, twice: false, isHeld: false };
    this.#listeners = [
      [form, "input", () => this.changed()],
      [form, "change", () => this.changed()],
      [form, "submit", () => this.#submitted()],
      [document, "visibilitychange", () => this.#hidden()],
      [window, "pagehide", () => this.#hidden()],
      [window, "online", () => void (this.#isUnsent && this.#send())],
    ];
    for (const [target, event, listener] of this.#listeners)
      target.addEventListener(event, listener);
    this.#tabs.onmessage = ({ data }) => {
      if (data === this.#key && !this.#news.twice) this.#say({ twice: true });
    };
    this.#say({ offers: found.offers });
  }

  #say(more: Partial<DraftNews>): void {
    this.#news = { ...this.#news, ...more };
    this.#news.isHeld = !this.#phone && this.#news.offers.length > 0;
    this.#tell(this.#news);
  }

  #later(work: Work, ms: number): void {
    clearTimeout(this.#timers[work]);
    const run = () => void (work === "write" ? this.#write() : this.#send());
    this.#timers[work] = window.setTimeout(run, ms);
  }

  #next(): number {
    this.#sequence = Math.max(Date.now(), this.#sequence + 1);
    return this.#sequence;
  }

  #read = (): KeptDraft => ({
    ...readForm(this.#form),
    sequence: this.#next(),
    at: Date.now(),
  });

  /** Something was typed. */
  changed(): void {
    this.#isUnwritten = true;
    this.#isUnsent = true;
    // Not put off by the next letter: whatever happens, no more than a second is lost.
    if (!this.#timers.write) this.#later("write", PAUSE);
    this.#later("send", PAUSE);
  }

  #hidden(): void {
    if (this.#isUnwritten) void this.#write();
  }

  #submitted(): void {
    this.#isSaving = true;
    clearTimeout(this.#timers.send);
    this.#hidden();
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timers.write);
    this.#timers.write = 0;
    if (this.#isUnwritten || !this.#draft) this.#draft = this.#read();
    this.#isUnwritten = false;
    try {
      await this.#phone?.write(this.#place, this.#draft, { sent: false, acked: this.#acked });
      const here = this.#phone ? "offline" : "nowhere";
      if (this.#isUnsent) this.#say({ kept: navigator.onLine ? "phone" : here });
    } catch (error) {
      this.#say({ kept: error instanceof SignedOut ? "signed-out" : "nowhere" });
    }
    this.#tabs.postMessage(this.#key);
  }

  async #send(): Promise<void> {
    if (this.#isSaving || this.#news.isHeld || this.#inFlight) return;
    if (this.#isUnwritten) await this.#write();
    const draft = this.#draft;
    const { kept } = this.#news;
    if (!draft || !this.#isUnsent || kept === "signed-out") return;
    const isHere = this.#phone !== undefined && kept !== "nowhere";
    try {
      const sent = this.#server.write(draft);
      this.#inFlight = sent;
      await this.#arrived(draft, await sent, isHere);
    } catch (error) {
      this.#inFlight = undefined;
      const isOffline = error instanceof Offline;
      this.#say({ kept: !isHere ? "nowhere" : isOffline ? "offline" : "refused" });
      if (isOffline) this.#later("send", AGAIN);
    }
  }

  /** The server has `onServer` now. */
  async #arrived(draft: KeptDraft, onServer: number, isHere: boolean): Promise<void> {
    this.#inFlight = undefined;
    this.#onServer = onServer;
    this.#sequence = Math.max(this.#sequence, onServer);
    if (onServer > draft.sequence) {
      // Another device wrote meanwhile: whoever types now is the last.
      this.#draft = { ...draft, sequence: this.#next() };
    } else {
      this.#acked = onServer;
      this.#isUnsent = this.#isUnwritten || this.#draft !== draft;
    }
    if (this.#isUnsent) return this.#later("send", PAUSE);
    const there = { sent: true, acked: onServer };
    if (isHere) await this.#phone?.write(this.#place, draft, there).catch(() => {});
    this.#say({ kept: "server" });
  }

  #isOnServer({ sequence, acked }: Offer): boolean {
    const there = this.#onServer;
    return there !== undefined && (there === sequence || there === acked);
  }

  #without = (offer: Offer) => this.#news.offers.filter(({ place }) => place !== offer.place);

  /** Takes a draft up: what it holds is to be shown in the form. What was typed meanwhile waits in its place. */
  take(offer: Offer): void {
    const rest = this.#without(offer);
    if (this.#draft || this.#isUnwritten) {
      const typed = this.#read();
      const there = { sent: false, acked: this.#acked };
      void this.#phone?.write(this.#place, typed, there).catch(() => {});
      rest.unshift({ ...typed, place: this.#place, acked: this.#acked });
    }
    this.#acked = this.#isOnServer(offer) ? this.#onServer : undefined;
    this.#place = offer.place;
    this.#draft = { ...offer, sequence: this.#next() };
    this.#isUnwritten = false;
    this.#isUnsent = true;
    this.#say({ offers: rest });
    void this.#write().then(() => this.#send());
  }

  throwAway(offer: Offer): void {
    this.#say({ offers: this.#without(offer), thrown: offer });
    void this.#phone?.drop(offer.place).catch(() => {});
    if (this.#isOnServer(offer)) void this.#server.drop().catch(() => {});
  }

  bringBack(): void {
    const { thrown, offers } = this.#news;
    if (!thrown) return;
    this.#say({ offers: [thrown, ...offers], thrown: undefined });
    void this.#phone?.write(thrown.place, thrown, { sent: false }).catch(() => {});
    if (!this.#phone) void this.#server.write(thrown).catch(() => {});
  }

  /** The answer to an attempt to save is there: the form stays. */
  goOn(): void {
    this.#isSaving = false;
    if (this.#isUnsent) this.#later("send", PAUSE);
  }

  /** The form goes. */
  close(saved: boolean): void {
    for (const [target, event, listener] of this.#listeners)
      target.removeEventListener(event, listener);
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    void this.#end(saved).finally(() => {
      this.#tabs.close();
      this.#phone?.close();
    });
  }

  async #end(saved: boolean): Promise<void> {
    if (!saved) return this.#isUnwritten ? this.#write() : undefined;
    await this.#phone?.drop(this.#place).catch(() => {});
    if (!this.#inFlight) return;
    // It was on its way when the form was sent, and may have come after the save.
    await this.#inFlight.catch(() => {});
    await this.#server.drop().catch(() => {});
  }
}

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
