import type { RouterContextProvider } from "react-router";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { type StaffAccount, staffContext } from "../../core/staff-context.ts";
import type { FieldErrors, FormValues } from "../../core/values/check-fields.ts";
import { findTestPlaces, testPlacesWords } from "../orders/test-places.ts";
import { type ConnectionReport, testConnection } from "./connection-test.server.ts";
import {
  credentialSchemas,
  ONLINE_LABELS,
  ONLINE_PROVIDERS,
  type OnlineProvider,
  type ProviderMode,
} from "./credentials.ts";
import { loadProviders, modeWith, takesRealMoney } from "./online-providers.system.server.ts";
import { siteMode } from "./provider.ts";
import { type AllKeys, lastNoticeAt, putKeys, readKeys } from "./provider-keys.system.server.ts";

/** What a screen may say of the keys of one provider. */
export type KeysView = {
  provider: OnlineProvider;
  from: AllKeys[OnlineProvider]["from"];
  mode?: ProviderMode;
  /** Each by its last four characters; the domain whole, since everybody may know it. */
  parts: (readonly [label: string, ending: string])[];
  noticeAddress: string;
  lastNotice: Date | null;
};

const SHOWN = 4;
/** A short one would be shown almost whole. */
const ending = (key: string): string => (key.length > 2 * SHOWN ? `…${key.slice(-SHOWN)}` : "…");

export async function viewKeys(): Promise<KeysView[]> {
  const keys = await readKeys();
  const { djomy, paypal } = keys;
  const parts = {
    djomy: djomy.values
      ? ([
          ["Identifiant", ending(djomy.values.clientId)],
          ["Secret", ending(djomy.values.clientSecret)],
          ["Domaine", djomy.values.partnerDomain],
        ] as const)
      : [],
    paypal: paypal.values
      ? ([
          ["Identifiant", ending(paypal.values.clientId)],
          ["Secret", ending(paypal.values.clientSecret)],
          ["Webhook", ending(paypal.values.webhookId)],
        ] as const)
      : [],
  };
  return Promise.all(
    ONLINE_PROVIDERS.map(async (provider) => ({
      provider,
      from: keys[provider].from,
      mode: keys[provider].values?.mode,
      parts: [...parts[provider]],
      noticeAddress: `${env().PUBLIC_URL}/payments/notices/${provider}`,
      lastNotice: await lastNoticeAt(provider),
    })),
  );
}

/** What the screen shows after something was pressed on it. */
export type KeysState = {
  intent: string;
  errors: FieldErrors;
  problem?: string;
  done?: string;
  report?: ConnectionReport;
  /** Tests are in the way of real money: where they are removed is shown beside the problem. */
  testsHeld?: true;
};
export type KeysChange = { state: KeysState; status: number };

const WRONG: Readonly<Record<string, string>> = {
  clientId: "Collez l’identifiant tel qu’il est, sans espaces.",
  clientSecret: "Collez le secret tel qu’il est, sans espaces.",
  webhookId: "Collez le numéro du webhook tel qu’il est, sans espaces.",
  partnerDomain: "Un domaine, sans https:// ni barre.",
  mode: "Choisissez un mode.",
};

const refuse = (intent: string, status: number, more: Partial<KeysState> = {}): KeysChange => ({
  state: { intent, errors: {}, ...more },
  status,
});

/** Whether what was pressed changes keys: whoever does so proves themselves. A test changes nothing. */
export const changesKeys = ({ intent = "" }: FormValues) => /^(?:save|remove)-/.test(intent);

type Asked = { intent: string; staff: StaffAccount };

/** Does what was pressed: a test, new keys, or none any more. */
export async function changeKeys(
  context: Readonly<RouterContextProvider>,
  values: FormValues,
): Promise<KeysChange> {
  const { intent = "" } = values;
  const asked: Asked = { intent, staff: context.get(staffContext) };
  const [verb, name] = intent.split("-", 2);
  const provider = ONLINE_PROVIDERS.find((one) => one === name);
  if (!provider) return refuse(intent, 400);
  const keys = await readKeys();
  if (verb === "test") {
    const report = await testConnection(provider, keys);
    return { state: { intent, errors: {}, report }, status: 200 };
  }
  if (keys[provider].from === "environment") {
    const problem = "Ces clés viennent des réglages du serveur : elles se changent là.";
    return refuse(intent, 409, { problem });
  }
  if (verb === "remove")
    return (await refuseBesideTests(asked, keys, provider)) ?? put(asked, provider, undefined);
  if (verb !== "save") return refuse(intent, 400);
  const parsed = credentialSchemas[provider].safeParse(values);
  if (parsed.success) {
    const refusal = await refuseBesideTests(asked, keys, provider, parsed.data);
    return refusal ?? put(asked, provider, parsed.data);
  }
  const fields = parsed.error.issues.map(({ path }) => String(path[0]));
  const errors = Object.fromEntries(fields.map((field) => [field, WRONG[field] ?? ""]));
  return refuse(intent, 400, { errors });
}

/** The site does not begin to take real money while tests hold places: as no start does. */
async function refuseBesideTests(
  { intent }: Asked,
  keys: AllKeys,
  provider: OnlineProvider,
  values?: { mode: ProviderMode },
): Promise<KeysChange | undefined> {
  // Without the last keys people pay by hand, which is no less real where they do so already.
  const isReal = values ? takesRealMoney() : siteMode() === "live";
  const from = values ? "settings" : "nowhere";
  const next = { ...keys, [provider]: { from, values } } as AllKeys;
  const held = isReal || modeWith(next) === "test" ? [] : await findTestPlaces();
  if (held.length === 0) return undefined;
  const problem = `Des essais gardent des places (${testPlacesWords(held)}) : le site ne prend pas d’argent réel à côté. Retirez d’abord les essais.`;
  return { state: { intent, errors: {}, problem, testsHeld: true }, status: 409 };
}

async function put(
  { intent, staff }: Asked,
  provider: OnlineProvider,
  values: unknown,
): Promise<KeysChange> {
  const label = ONLINE_LABELS[provider];
  const done = values === undefined ? `Clés de ${label} retirées` : `Clés de ${label} enregistrées`;
  await asSystem("payments.keys", (db) => putKeys(db, staff, provider, values, currentTime()));
  await loadProviders();
  return { state: { intent, errors: {}, done }, status: 200 };
}
