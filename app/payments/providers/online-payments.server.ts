import type { RouterContextProvider } from "react-router";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentMs, currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { type StaffAccount, staffContext } from "../../core/staff-context.ts";
import type { FieldErrors, FormValues } from "../../core/values/check-fields.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { ofName } from "../../i18n/elision.ts";
import { requestSignal } from "../attempts/payments.ts";
import {
  credentialSchemas,
  type DjomyCredentials,
  MODE_LABELS,
  ONLINE_LABELS,
  ONLINE_PROVIDERS,
  type OnlineProvider,
  type PayPalCredentials,
  type ProviderMode,
} from "./credentials.ts";
import { djomyClient } from "./djomy/djomy.server.ts";
import {
  type AllKeys,
  findTestPlaces,
  formatTestPlaces,
  type Keys,
  lastNoticeAt,
  loadProviders,
  modeWith,
  readKeys,
  saveKeys,
  takesRealMoney,
} from "./online-providers.system.server.ts";
import { payPalClient } from "./paypal/paypal.server.ts";
import { siteMode } from "./provider.ts";
import { type Answer, type ApiClient, hostOf } from "./provider-http.server.ts";

/** What the screen shows of the keys of one provider. */
export type KeysView = {
  provider: OnlineProvider;
  from: AllKeys[OnlineProvider]["from"];
  mode?: ProviderMode;
  /** Each by its last four characters; the domain is public. */
  parts: (readonly [label: string, ending: string])[];
  noticeAddress: string;
  lastNotice: Date | null;
};

/** What the screen shows of the keys, in its order. */
const PARTS = {
  djomy: [
    ["Identifiant", "clientId"],
    ["Secret", "clientSecret"],
    ["Domaine", "partnerDomain"],
  ],
  paypal: [
    ["Identifiant", "clientId"],
    ["Secret", "clientSecret"],
    ["Webhook", "webhookId"],
  ],
} as const;

const SHOWN = 4;
/** A short key would be shown almost whole. */
const ending = (key: string): string => (key.length > 2 * SHOWN ? `…${key.slice(-SHOWN)}` : "…");

function partsOf(provider: OnlineProvider, { values }: Keys<object>): KeysView["parts"] {
  if (!values) return [];
  const texts: Readonly<Record<string, string>> = { ...values };
  return PARTS[provider].map(([label, name]) => {
    const text = texts[name] ?? "";
    return [label, name === "partnerDomain" ? text : ending(text)];
  });
}

export async function viewKeys(): Promise<KeysView[]> {
  const keys = await readKeys();
  return Promise.all(
    ONLINE_PROVIDERS.map(async (provider) => ({
      provider,
      from: keys[provider].from,
      mode: keys[provider].values?.mode,
      parts: partsOf(provider, keys[provider]),
      noticeAddress: `${env().PUBLIC_URL}/payments/notices/${provider}`,
      lastNotice: await lastNoticeAt(provider),
    })),
  );
}

export type KeysState = {
  intent: string;
  errors: FieldErrors;
  problem?: string;
  done?: string;
  report?: ConnectionReport;
  /** Shows a link to where tests are removed. */
  testsHeld?: true;
};
type KeysChange = { state: KeysState; status: number };

const FIELD_ERRORS: Readonly<Record<string, string>> = {
  clientId: "Collez l’identifiant tel qu’il est, sans espaces.",
  clientSecret: "Collez le secret tel qu’il est, sans espaces.",
  webhookId: "Collez le numéro du webhook tel qu’il est, sans espaces.",
  partnerDomain: "Saisissez un domaine, sans https:// ni barre oblique.",
  mode: "Choisissez un mode.",
};

const refuse = (intent: string, status: number, more: Partial<KeysState> = {}): KeysChange => ({
  state: { intent, errors: {}, ...more },
  status,
});

/** A change of keys needs a fresh confirmation, a test of the connection does not. */
export const changesKeys = ({ intent = "" }: FormValues) => /^(?:save|remove)-/.test(intent);

type KeysRequest = { intent: string; staff: StaffAccount };

/** Tests the connection, saves keys or removes them. */
export async function changeKeys(
  context: Readonly<RouterContextProvider>,
  values: FormValues,
): Promise<KeysChange> {
  const { intent = "" } = values;
  const keysRequest: KeysRequest = { intent, staff: context.get(staffContext) };
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
    return (
      (await findTestConflict(keysRequest, keys, provider)) ?? put(keysRequest, provider, undefined)
    );
  if (verb !== "save") return refuse(intent, 400);
  const parsed = credentialSchemas[provider].safeParse(values);
  if (parsed.success) {
    const refusal = await findTestConflict(keysRequest, keys, provider, parsed.data);
    return refusal ?? put(keysRequest, provider, parsed.data);
  }
  const fields = parsed.error.issues.map(({ path }) => String(path[0]));
  const errors = Object.fromEntries(fields.map((field) => [field, FIELD_ERRORS[field] ?? ""]));
  return refuse(intent, 400, { errors });
}

/** The site does not begin to take real money while tests hold places. */
async function findTestConflict(
  { intent }: KeysRequest,
  keys: AllKeys,
  provider: OnlineProvider,
  values?: { mode: ProviderMode },
): Promise<KeysChange | undefined> {
  // Without any keys people pay offline, which is real money.
  const isReal = values ? takesRealMoney() : siteMode() === "live";
  const from = values ? "settings" : "nowhere";
  const next = { ...keys, [provider]: { from, values } } as AllKeys;
  const held = isReal || modeWith(next) === "test" ? [] : await findTestPlaces();
  if (held.length === 0) return undefined;
  const problem = `Des essais gardent des places (${formatTestPlaces(held)}) : le site ne prend pas d’argent réel à côté. Retirez d’abord les essais.`;
  return { state: { intent, errors: {}, problem, testsHeld: true }, status: 409 };
}

async function put(
  { intent, staff }: KeysRequest,
  provider: OnlineProvider,
  values: unknown,
): Promise<KeysChange> {
  const label = ONLINE_LABELS[provider];
  const done =
    values === undefined ? `Clés ${ofName(label)} retirées` : `Clés ${ofName(label)} enregistrées`;
  await asSystem("payments.keys", (db) => saveKeys(db, staff, provider, values, currentTime()));
  await loadProviders();
  return { state: { intent, errors: {}, done }, status: 200 };
}

type ConnectionReport = { works: boolean; title: string; lines: string[] };

const CLOCK_MS = 5 * MINUTE;

const TEST_LIMITS: Readonly<Record<OnlineProvider, string>> = {
  djomy:
    "Cet essai ne permet pas de savoir si un payeur peut payer jusqu’au bout, et si les avis de Djomy arrivent. Collez l’adresse des avis dans l’espace marchand ; la date du dernier avis, ci-dessous, le montrera.",
  paypal:
    "Cet essai ne permet pas de savoir si un payeur peut payer jusqu’au bout, si le numéro du webhook est le bon, et si les avis de PayPal arrivent. La date du dernier avis, ci-dessous, le montrera.",
};

/** Calls a provider with our keys, without any payment, and explains what is wrong. */
async function testConnection(provider: OnlineProvider, keys: AllKeys): Promise<ConnectionReport> {
  const { values } = keys[provider];
  if (!values) return failed("Aucune clé n’est enregistrée.", []);
  const client = clientOf(provider, keys);
  const signal = requestSignal();
  let answer: Answer;
  try {
    answer = await client.authenticate(signal);
    // PayPal's token is proof enough, and without an order nothing else can be read there.
    if (provider === "djomy" && isAccepted(answer)) {
      answer = await client.get("/v1/payments?page=0&size=1", signal);
    }
  } catch (error) {
    return failed("Le serveur ne répond pas.", [
      connectionError(client.host, error),
      TEST_LIMITS[provider],
    ]);
  }
  const lines = [...clockLines(answer), TEST_LIMITS[provider]];
  const label = ONLINE_LABELS[provider];
  if (isAccepted(answer)) {
    const title = `${label} répond, et accepte les clés (${MODE_LABELS[values.mode].toLowerCase()}).`;
    return { works: clockLines(answer).length === 0, title, lines };
  }
  if (answer.status === 401) {
    const otherMode = values.mode === "live" ? "test" : "live";
    const isOther =
      !env()[`${PREFIX[provider]}_HOST`] && (await opensOther(provider, keys, otherMode));
    return failed(
      isOther
        ? `Ces clés sont celles du mode « ${MODE_LABELS[otherMode]} », et le mode choisi est « ${MODE_LABELS[values.mode]} ».`
        : `${label} refuse la clé : l’identifiant ou le secret n’est pas le bon.`,
      lines,
    );
  }
  if (answer.status === 403) {
    return failed(
      provider === "djomy"
        ? "Djomy refuse le domaine : il n’est pas celui qui est déclaré dans l’espace marchand."
        : "PayPal refuse l’accès : le compte n’a pas le droit d’encaisser, ou l’application n’est pas activée.",
      lines,
    );
  }
  if (answer.status === 429) {
    return failed(`${label} demande d’attendre : trop d’appels. Réessayez dans une minute.`, lines);
  }
  return failed(`${label} a une panne, ou répond autre chose que prévu (${answer.status}).`, lines);
}

const PREFIX = { djomy: "DJOMY", paypal: "PAYPAL" } as const;

const failed = (title: string, lines: string[]): ConnectionReport => ({
  works: false,
  title,
  lines,
});

const isAccepted = ({ status, json }: Answer): boolean => status === 200 && json !== undefined;

/** With keys of a mode that was not chosen, when one is given. */
function clientOf(provider: OnlineProvider, keys: AllKeys, mode?: ProviderMode): ApiClient {
  const configured = mode ? undefined : env()[`${PREFIX[provider]}_HOST`];
  const { values } = keys[provider];
  const host = configured ?? hostOf(provider, mode ?? values?.mode ?? "test");
  return provider === "djomy"
    ? djomyClient(host, values as DjomyCredentials)
    : payPalClient(host, values as PayPalCredentials);
}

/** Whether the keys are those of the other mode. */
async function opensOther(
  provider: OnlineProvider,
  keys: AllKeys,
  mode: ProviderMode,
): Promise<boolean> {
  try {
    return (await clientOf(provider, keys, mode).authenticate(requestSignal())).status === 200;
  } catch {
    return false;
  }
}

function clockLines({ date }: Answer): string[] {
  const difference = date === undefined ? 0 : Math.abs(date.getTime() - currentMs());
  if (difference <= CLOCK_MS) return [];
  const minutes = Math.round(difference / MINUTE);
  return [
    `L’horloge de ce serveur et la leur diffèrent de ${minutes} minutes : réglez celle de ce serveur, sans quoi des avis seront refusés.`,
  ];
}

function connectionError(host: string, error: unknown): string {
  const name = new URL(host).hostname;
  const { cause, name: kind } = error as { cause?: { code?: string }; name?: string };
  if (cause?.code === "ENOTFOUND" || cause?.code === "EAI_AGAIN") {
    return `Le nom ${name} n’est pas trouvé : ce serveur a-t-il accès à Internet ?`;
  }
  if (kind === "TimeoutError" || kind === "AbortError") {
    return `${name} n’a rien répondu en six secondes.`;
  }
  if (cause?.code === "CERT_HAS_EXPIRED" || cause?.code === "CERT_NOT_YET_VALID") {
    return `Le certificat ${ofName(name)} n’est pas valable aujourd’hui : l’horloge de ce serveur est-elle à l’heure ?`;
  }
  return `La connexion avec ${name} est refusée ou coupée.`;
}
