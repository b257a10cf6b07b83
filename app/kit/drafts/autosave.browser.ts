import type { DraftTarget, DraftValues, StoredDraft } from "../../records/drafts/drafts.ts";
import {
  Away,
  type LocalDrafts,
  Offline,
  openLocalDrafts,
  type ServerDrafts,
  SignedOut,
  serverDrafts,
} from "./draft-stores.browser.ts";

/** Where the text that is being written is stored, and which other drafts of it exist. */
export type DraftStatus = {
  savedTo?: "server" | "local" | "offline" | "away" | "refused" | "nowhere" | "signed-out";
  /** The drafts that wait for a decision, the latest first. */
  offers: FoundDraft[];
  /** The one that was discarded last. */
  discarded?: FoundDraft;
  /** Who else writes the text. */
  others: string[];
  /** Whether another tab writes it. */
  isInOtherTab: boolean;
  /** An older draft that only the server has stays there until somebody decides, whatever is saved. */
  awaitsDecision: boolean;
};

type Form = {
  form: HTMLFormElement;
  account: string;
  of: DraftTarget;
  /** Whether something was typed before this came. */
  isTyped: () => boolean;
  report: (status: DraftStatus) => void;
};

const WRITE_AFTER_MS = 1_000;
const RETRY_AFTER_MS = 10_000;

/** Keeps what is typed into a form: on this device within a second, and on the server when it can be reached. */
export async function startAutosave(args: Form): Promise<Autosave> {
  const server = serverDrafts(args.account, args.of);
  const local = await openLocalDrafts(args.account, args.of).catch(() => undefined);
  const autosave = new Autosave(args, server, local, await findDrafts(local, server));
  if (args.isTyped()) autosave.changed();
  return autosave;
}

type Found = Awaited<ReturnType<typeof findDrafts>>;
type Work = "write" | "send";

export class Autosave {
  readonly #form: HTMLFormElement;
  readonly #report: Form["report"];
  readonly #server: ServerDrafts;
  readonly #local: LocalDrafts | undefined;
  #status: DraftStatus;
  /** The key of its draft on this device. */
  #localKey: string = crypto.randomUUID();
  /** The highest sequence of any draft of this text. */
  #sequence: number;
  /** The sequence of the server's draft, from whatever form; and the one that it last stored of this form. */
  #serverSequence: number | undefined;
  #acked: number | undefined;
  #draft: StoredDraft | undefined;
  #hasUnwrittenChanges = false;
  #hasUnsentChanges = false;
  #isSubmitting = false;
  #inFlight: Promise<unknown> | undefined;
  readonly #timers: Record<Work, number> = { write: 0, send: 0 };
  readonly #tabs = new BroadcastChannel("drafts");
  readonly #key: string;
  readonly #listeners: readonly (readonly [EventTarget, string, () => void])[];

  constructor(
    { form, of, report }: Form,
    server: ServerDrafts,
    local: LocalDrafts | undefined,
    found: Found,
  ) {
    this.#form = form;
    this.#report = report;
    this.#server = server;
    this.#local = local;
    this.#sequence = found.highest;
    this.#serverSequence = found.onServer;
    this.#key = `${of.entity} ${of.record}`;
    this.#status = { offers: [], others: found.others, isInOtherTab: false, awaitsDecision: false };
    this.#listeners = [
      [form, "input", () => this.changed()],
      [form, "change", () => this.changed()],
      [form, "submit", () => this.#submitted()],
      [document, "visibilitychange", () => this.#writeNow()],
      [window, "pagehide", () => this.#writeNow()],
      [window, "online", () => void (this.#hasUnsentChanges && this.#send())],
    ];
    for (const [target, event, listener] of this.#listeners)
      target.addEventListener(event, listener);
    this.#tabs.onmessage = ({ data }) => {
      if (data === this.#key && !this.#status.isInOtherTab) this.#setStatus({ isInOtherTab: true });
    };
    this.#setStatus({ offers: found.offers });
  }

  #setStatus(more: Partial<DraftStatus>): void {
    this.#status = { ...this.#status, ...more };
    this.#status.awaitsDecision = !this.#local && this.#status.offers.length > 0;
    this.#report(this.#status);
  }

  #schedule(work: Work, ms: number): void {
    clearTimeout(this.#timers[work]);
    const run = () => void (work === "write" ? this.#write() : this.#send());
    this.#timers[work] = window.setTimeout(run, ms);
  }

  #nextSequence(): number {
    this.#sequence = Math.max(Date.now(), this.#sequence + 1);
    return this.#sequence;
  }

  #read = (): StoredDraft => ({
    ...readForm(this.#form),
    sequence: this.#nextSequence(),
    at: Date.now(),
  });

  /** Something was typed. */
  changed(): void {
    this.#hasUnwrittenChanges = true;
    this.#hasUnsentChanges = true;
    // Not put off by the next letter: whatever happens, no more than a second is lost.
    if (!this.#timers.write) this.#schedule("write", WRITE_AFTER_MS);
    this.#schedule("send", WRITE_AFTER_MS);
  }

  #writeNow(): void {
    if (this.#hasUnwrittenChanges) void this.#write();
  }

  #submitted(): void {
    this.#isSubmitting = true;
    clearTimeout(this.#timers.send);
    this.#writeNow();
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timers.write);
    this.#timers.write = 0;
    if (this.#hasUnwrittenChanges || !this.#draft) this.#draft = this.#read();
    this.#hasUnwrittenChanges = false;
    try {
      await this.#local?.write(this.#localKey, this.#draft, { sent: false, acked: this.#acked });
      const here = this.#local ? "offline" : "nowhere";
      if (this.#hasUnsentChanges) this.#setStatus({ savedTo: navigator.onLine ? "local" : here });
    } catch (error) {
      this.#setStatus({ savedTo: error instanceof SignedOut ? "signed-out" : "nowhere" });
    }
    this.#tabs.postMessage(this.#key);
  }

  async #send(): Promise<void> {
    if (this.#isSubmitting || this.#status.awaitsDecision || this.#inFlight) return;
    if (this.#hasUnwrittenChanges) await this.#write();
    const draft = this.#draft;
    const { savedTo } = this.#status;
    if (!draft || !this.#hasUnsentChanges || savedTo === "signed-out") return;
    const isHere = this.#local !== undefined && savedTo !== "nowhere";
    try {
      const sent = this.#server.write(draft);
      this.#inFlight = sent;
      await this.#acknowledge(draft, await sent, isHere);
    } catch (error) {
      this.#inFlight = undefined;
      const isAway = error instanceof Away;
      const why = error instanceof Offline ? "offline" : isAway ? "away" : "refused";
      this.#setStatus({ savedTo: isHere ? why : "nowhere" });
      if (isAway) this.#schedule("send", RETRY_AFTER_MS);
    }
  }

  /** The server has `onServer` now. */
  async #acknowledge(draft: StoredDraft, onServer: number, isHere: boolean): Promise<void> {
    this.#inFlight = undefined;
    this.#serverSequence = onServer;
    this.#sequence = Math.max(this.#sequence, onServer);
    if (onServer > draft.sequence) {
      // Another device wrote meanwhile: whoever types now is the last.
      this.#draft = { ...draft, sequence: this.#nextSequence() };
    } else {
      this.#acked = onServer;
      this.#hasUnsentChanges = this.#hasUnwrittenChanges || this.#draft !== draft;
    }
    if (this.#hasUnsentChanges) return this.#schedule("send", WRITE_AFTER_MS);
    const there = { sent: true, acked: onServer };
    if (isHere) await this.#local?.write(this.#localKey, draft, there).catch(() => {});
    this.#setStatus({ savedTo: "server" });
  }

  #isOnServer({ sequence, acked }: FoundDraft): boolean {
    const there = this.#serverSequence;
    return there !== undefined && (there === sequence || there === acked);
  }

  #offersWithout = (offer: FoundDraft) =>
    this.#status.offers.filter(({ localKey }) => localKey !== offer.localKey);

  /** Goes on from a draft, whose values the form then shows. What was typed meanwhile becomes an offer itself. */
  take(offer: FoundDraft): void {
    const rest = this.#offersWithout(offer);
    if (this.#draft || this.#hasUnwrittenChanges) {
      const typed = this.#read();
      const there = { sent: false, acked: this.#acked };
      void this.#local?.write(this.#localKey, typed, there).catch(() => {});
      rest.unshift({ ...typed, localKey: this.#localKey, acked: this.#acked });
    }
    this.#acked = this.#isOnServer(offer) ? this.#serverSequence : undefined;
    this.#localKey = offer.localKey;
    this.#draft = { ...offer, sequence: this.#nextSequence() };
    this.#hasUnwrittenChanges = false;
    this.#hasUnsentChanges = true;
    this.#setStatus({ offers: rest });
    void this.#write().then(() => this.#send());
  }

  discard(offer: FoundDraft): void {
    this.#setStatus({ offers: this.#offersWithout(offer), discarded: offer });
    void this.#local?.drop(offer.localKey).catch(() => {});
    if (this.#isOnServer(offer)) void this.#server.drop().catch(() => {});
  }

  restoreDiscarded(): void {
    const { discarded, offers } = this.#status;
    if (!discarded) return;
    this.#setStatus({ offers: [discarded, ...offers], discarded: undefined });
    void this.#local?.write(discarded.localKey, discarded, { sent: false }).catch(() => {});
    if (!this.#local) void this.#server.write(discarded).catch(() => {});
  }

  /** An attempt to save was refused, and the form stays open. */
  resume(): void {
    this.#isSubmitting = false;
    if (this.#hasUnsentChanges) this.#schedule("send", WRITE_AFTER_MS);
  }

  /** The form is closed. */
  close(saved: boolean): void {
    for (const [target, event, listener] of this.#listeners)
      target.removeEventListener(event, listener);
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    void this.#finish(saved).finally(() => {
      this.#tabs.close();
      this.#local?.close();
    });
  }

  async #finish(saved: boolean): Promise<void> {
    if (!saved) return this.#hasUnwrittenChanges ? this.#write() : undefined;
    await this.#local?.drop(this.#localKey).catch(() => {});
    if (!this.#inFlight) return;
    // It was on its way when the form was sent, and may have come after the save.
    await this.#inFlight.catch(() => {});
    await this.#server.drop().catch(() => {});
  }
}

/** A draft that waits for a decision, with its key on this device. */
export type FoundDraft = StoredDraft & {
  localKey: string;
  /** The sequence that the server last stored of the form that wrote it. */
  acked?: number;
};

/** What a form holds now, and with which version of the record it began. */
function readForm(form: HTMLFormElement): { values: DraftValues; version: string } {
  const values: DraftValues = {};
  for (const [name, value] of new FormData(form)) {
    // What another person saved meanwhile is not typed here.
    if (typeof value === "string" && !/^(?:take|theirs)\./.test(name)) values[name] = value;
  }
  const { version = "", draft: _draft, ...rest } = values;
  return { values: rest, version };
}

/** The drafts of a text, here and on the server, the latest first. */
async function findDrafts(local: LocalDrafts | undefined, server: ServerDrafts) {
  const here = (await local?.read().catch(() => undefined)) ?? [];
  const there = await server.read().catch(() => undefined);
  const onServer = there?.draft;
  const offers: FoundDraft[] = [];
  for (const { key: localKey, sent, ...draft } of here) {
    // What the server had and has no more was saved, or discarded, on another device.
    const isOver = sent && there && !onServer;
    if (isOver) await local?.drop(localKey).catch(() => {});
    else offers.push({ ...draft, localKey });
  }
  const isHere = offers.some(
    ({ sequence, acked }) => sequence === onServer?.sequence || acked === onServer?.sequence,
  );
  if (onServer && !isHere) {
    offers.push({ ...onServer, localKey: crypto.randomUUID() });
  }
  offers.sort((one, other) => other.sequence - one.sequence);
  // Until somebody decides they stay on this device, whatever is saved meanwhile.
  for (const offer of offers)
    await local?.write(offer.localKey, offer, { sent: false, acked: offer.acked }).catch(() => {});
  const highest = offers[0]?.sequence ?? 0;
  return { offers, others: there?.others ?? [], highest, onServer: onServer?.sequence };
}
