import type { RouterContextProvider } from "react-router";
import {
  type AccountRequest,
  type AccountState,
  answer,
  good,
  withProof,
  wrong,
} from "../auth/account-change.server.ts";
import { sendCode } from "../auth/account-factor.server.ts";
import type { FormValues } from "../core/check-fields.ts";
import { currentTime } from "../core/clock.ts";
import { env } from "../core/env.server.ts";
import { sessionContext, staffContext } from "../core/staff-context.ts";
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
import { findTestPlaces, testPlacesWords } from "./test-places.ts";

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
export type KeysState = AccountState & {
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

/** Does what was pressed: a test, new keys, or none any more. Changing them wants the second factor again. */
export async function changeKeys(
  request: Request,
  context: Readonly<RouterContextProvider>,
  values: FormValues,
): Promise<KeysChange> {
  const { intent = "" } = values;
  const staff = context.get(staffContext);
  const sessionId = context.get(sessionContext) ?? "";
  const asked: AccountRequest = { intent, values, staff, sessionId, request, context };
  if (intent === "send-code") return sendCode(asked);
  const [verb, name] = intent.split("-", 2);
  const provider = ONLINE_PROVIDERS.find((one) => one === name);
  if (!provider) return answer({ intent, errors: {} }, 400);
  const keys = await readKeys();
  if (verb === "test") {
    const report = await testConnection(provider, keys);
    return { state: { intent, errors: {}, report }, status: 200 };
  }
  if (keys[provider].from === "environment") {
    const problem = "Ces clés viennent des réglages du serveur : elles se changent là.";
    return answer({ intent, errors: {}, problem }, 409);
  }
  if (verb === "remove")
    return (await refuseBesideTests(asked, keys, provider)) ?? put(asked, provider, undefined);
  if (verb !== "save") return answer({ intent, errors: {} }, 400);
  const parsed = credentialSchemas[provider].safeParse(values);
  if (parsed.success) {
    const refusal = await refuseBesideTests(asked, keys, provider, parsed.data);
    return refusal ?? put(asked, provider, parsed.data);
  }
  const fields = parsed.error.issues.map(({ path }) => String(path[0]));
  return wrong(asked, Object.fromEntries(fields.map((field) => [field, WRONG[field] ?? ""])));
}

/** The site does not begin to take real money while tests hold places: as no start does. */
async function refuseBesideTests(
  { intent }: AccountRequest,
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
  asked: AccountRequest,
  provider: OnlineProvider,
  values: unknown,
): Promise<KeysChange> {
  const label = ONLINE_LABELS[provider];
  const done = values === undefined ? `Clés de ${label} retirées` : `Clés de ${label} enregistrées`;
  const change = await withProof(
    asked,
    (db) => putKeys(db, asked.staff, provider, values, currentTime()),
    () => good(asked, done),
  );
  if (change.status === 200) await loadProviders();
  return change;
}
