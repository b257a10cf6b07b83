import { and, eq, max } from "drizzle-orm";
import { recordAccess } from "../../auth/account/access-log.system.server.ts";
import { listAlertedAdministrators } from "../../auth/staff/administrators.operations.server.ts";
import { app } from "../../core/app.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { log } from "../../core/log/log.server.ts";
import { type Env, env } from "../../core/process/env.server.ts";
import { isSealedNow, sealForRow, unsealFromRow } from "../../core/secrets/keys.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import type { Mode } from "../orders/orders.ts";
import { paymentKeysMail } from "../payments.mail.ts";
import { paymentEvents, providerKeys } from "../payments.table.server.ts";
import {
  credentialSchemas,
  type DjomyCredentials,
  ONLINE_PROVIDERS,
  type OnlineProvider,
  type PayPalCredentials,
} from "./credentials.ts";
import { djomy } from "./djomy/djomy.server.ts";
import { payPal } from "./paypal/paypal.server.ts";
import { offerProviders, type PaymentProvider, providers } from "./provider.ts";

let builtIn: readonly PaymentProvider[] = [];
let closedBy: readonly TestPlaces[] = [];

/** The places held by tests that keep online payments closed, though there are live keys. */
export const closedByTests = (): readonly TestPlaces[] => closedBy;

/** Providers that need no keys: the simulated one, where the environment allows it. */
export function offerBuiltInProviders(providers: readonly PaymentProvider[]): void {
  builtIn = providers;
  offerProviders(builtIn);
}

/** The same provider as long as its keys are the same, with its token and certificates. */
function memoize<T>(make: (values: T) => PaymentProvider) {
  let current: { of: string; provider: PaymentProvider } | undefined;
  return ({ values }: Keys<T>): PaymentProvider[] => {
    if (values === undefined) return [];
    const of = JSON.stringify(values);
    if (current?.of !== of) current = { of, provider: make(values) };
    return [current.provider];
  };
}

const djomyOf = memoize((values: Parameters<typeof djomy>[0]) => djomy(values, env().DJOMY_HOST));
const payPalOf = memoize((values: Parameters<typeof payPal>[0]) =>
  payPal(values, env().PAYPAL_HOST),
);

/**
 * Offers the providers that have keys: live ones alone, if there are any. A site that did not take real money yet
 * begins when no test holds a place any more; with live keys in the environment it does not start before.
 */
export async function loadProviders(): Promise<void> {
  const keys = await readKeys();
  const all = [...djomyOf(keys.djomy), ...payPalOf(keys.paypal), ...builtIn];
  const live = all.filter(({ mode }) => mode === "live");
  const begins = live.length > 0 && !hasLiveKeysIn(keys, "environment") && !takesRealMoney();
  closedBy = begins ? await findTestPlaces() : [];
  const tests = all.filter(({ mode }) => mode === "test");
  offerProviders(live.length > 0 && closedBy.length === 0 ? live : tests);
}

export const takesRealMoney = (): boolean => providers().some(({ mode }) => mode === "live");

export const hasLiveKeysIn = (keys: AllKeys, source: Keys<unknown>["from"]): boolean =>
  [keys.djomy, keys.paypal].some(({ from, values }) => from === source && values?.mode === "live");

export function modeWith({ djomy, paypal }: AllKeys): Mode {
  const modes = [djomy.values?.mode, paypal.values?.mode, ...builtIn.map(({ mode }) => mode)];
  return modes.includes("test") && !modes.includes("live") ? "test" : "live";
}

/** At each start. */
export async function openOnlinePayments(): Promise<void> {
  await resealKeys();
  await loadProviders();
}

/** `unreadable`: the secret that encrypted them is gone. */
export type Keys<T> =
  | { from: "environment" | "settings"; values: T }
  | { from: "nowhere" | "unreadable"; values?: undefined };
export type AllKeys = { djomy: Keys<DjomyCredentials>; paypal: Keys<PayPalCredentials> };

const NOWHERE = { from: "nowhere" } as const;

function keysInEnvironment(settings: Env): {
  djomy?: DjomyCredentials;
  paypal?: PayPalCredentials;
} {
  const djomy = credentialSchemas.djomy.safeParse({
    clientId: settings.DJOMY_CLIENT_ID,
    clientSecret: settings.DJOMY_CLIENT_SECRET,
    partnerDomain: settings.DJOMY_PARTNER_DOMAIN,
    mode: settings.DJOMY_MODE,
  });
  const paypal = credentialSchemas.paypal.safeParse({
    clientId: settings.PAYPAL_CLIENT_ID,
    clientSecret: settings.PAYPAL_CLIENT_SECRET,
    webhookId: settings.PAYPAL_WEBHOOK_ID,
    mode: settings.PAYPAL_MODE,
  });
  return { djomy: djomy.data, paypal: paypal.data };
}

const sealedRows = () =>
  asSystem("payments.keys", (db) =>
    db.select({ provider: providerKeys.provider, sealed: providerKeys.sealed }).from(providerKeys),
  );

/** The environment wins over what staff entered. */
export async function readKeys(settings = env()): Promise<AllKeys> {
  const rows = await sealedRows();
  const environment = keysInEnvironment(settings);
  const stored = <Name extends OnlineProvider>(name: Name) => {
    const row = rows.find(({ provider }) => provider === name);
    if (!row) return NOWHERE;
    const { data } = credentialSchemas[name].safeParse(openKeys(name, row.sealed));
    return data ? ({ from: "settings", values: data } as const) : ({ from: "unreadable" } as const);
  };
  return {
    djomy: environment.djomy
      ? { from: "environment", values: environment.djomy }
      : (stored("djomy") as Keys<DjomyCredentials>),
    paypal: environment.paypal
      ? { from: "environment", values: environment.paypal }
      : (stored("paypal") as Keys<PayPalCredentials>),
  };
}

/** Replaces or removes the keys of a provider, logs who did it and alerts every administrator. */
export async function saveKeys(
  db: SystemDb,
  by: StaffAccount,
  provider: OnlineProvider,
  values: unknown,
  now: Date,
): Promise<void> {
  await db.delete(providerKeys).where(eq(providerKeys.provider, provider));
  if (values !== undefined) {
    await db.insert(providerKeys).values({ provider, sealed: sealKeys(provider, values) });
  }
  await recordAccess(db, "payment-keys", by);
  for (const { id, name, email } of await listAlertedAdministrators(db)) {
    const event = { provider, removed: values === undefined, by: by.name, at: now };
    const mail = paymentKeysMail({ recipient: email, name, ...event });
    await queueMail(db, withKey(mail, provider, now, id));
  }
}

/** At each start, keys are encrypted with the current secret, so that an old one can be removed. */
export async function resealKeys(): Promise<void> {
  for (const { provider, sealed } of await sealedRows()) {
    const name = ONLINE_PROVIDERS.find((one) => one === provider);
    if (!name || isSealedWithCurrentKey(sealed)) continue;
    const values = openKeys(name, sealed);
    if (values === undefined) {
      log.warn({}, "keys of payments cannot be read: the secret that sealed them is gone");
      continue;
    }
    // Keys that staff enter meanwhile are encrypted with the current secret anyway.
    const unchanged = and(eq(providerKeys.provider, provider), eq(providerKeys.sealed, sealed));
    await asSystem("payments.keys", (db) =>
      db
        .update(providerKeys)
        .set({ sealed: sealKeys(name, values) })
        .where(unchanged),
    );
  }
}

export async function lastNoticeAt(provider: OnlineProvider): Promise<Date | null> {
  const [row] = await asSystem("payments.notices", (db) =>
    db
      .select({ at: max(paymentEvents.created_at) })
      .from(paymentEvents)
      .where(and(eq(paymentEvents.provider, provider), eq(paymentEvents.source, "notice"))),
  );
  return row?.at ?? null;
}

const PURPOSE = "payment keys";

/** Bound to the provider's name: a row moved to another provider does not decrypt. */
export const sealKeys = (provider: OnlineProvider, values: unknown): string =>
  sealForRow(PURPOSE, provider, values);

const isSealedWithCurrentKey = (sealed: string): boolean => isSealedNow(PURPOSE, sealed);

/** Undefined when the secret that encrypted them is gone. */
export const openKeys = (provider: OnlineProvider, sealed: string): unknown =>
  unsealFromRow(PURPOSE, provider, sealed);

/** The places of an event that are held by tests. */
export type TestPlaces = { title: string; places: number };

declare module "../../core/app.ts" {
  interface App {
    /** Set by the registrations, since payments know no events. */
    findTestPlaces: () => Promise<TestPlaces[]>;
  }
}

/** The places held by tests at present and future events; no real money is taken meanwhile. */
export const findTestPlaces = async (): Promise<TestPlaces[]> =>
  (await app().findTestPlaces?.()) ?? [];

export const formatTestPlaces = (held: readonly TestPlaces[]): string =>
  held.map(({ title, places }) => `« ${title} » : ${places}`).join(", ");
