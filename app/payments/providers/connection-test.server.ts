import { currentMs } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { requestTime } from "../attempts/payments.ts";
import type {
  DjomyCredentials,
  OnlineProvider,
  PayPalCredentials,
  ProviderMode,
} from "./credentials.ts";
import { MODE_LABELS, ONLINE_LABELS } from "./credentials.ts";
import { djomyClient } from "./djomy/djomy-client.server.ts";
import { payPalClient } from "./paypal/paypal-client.server.ts";
import { hostOf } from "./provider-hosts.ts";
import type { Answer } from "./provider-http.server.ts";
import type { AllKeys } from "./provider-keys.system.server.ts";

/** What became of a test, in words. */
export type ConnectionReport = { works: boolean; title: string; lines: string[] };

type Calls = {
  authenticate: (signal: AbortSignal) => Promise<Answer>;
  read: (signal: AbortSignal) => Promise<Answer>;
};

/** An hour is what a token lasts: a clock that is five minutes wrong is a clock to set. */
const CLOCK_MS = 5 * MINUTE;

const CANNOT: Readonly<Record<OnlineProvider, string>> = {
  djomy:
    "Ce que cet essai ne peut pas dire : si un payeur peut payer jusqu’au bout, et si les avis de Djomy arrivent. L’adresse des avis se colle dans l’espace marchand ; la date du dernier avis, ci-dessous, le montrera.",
  paypal:
    "Ce que cet essai ne peut pas dire : si un payeur peut payer jusqu’au bout, si le numéro du webhook est le bon, et si les avis de PayPal arrivent. La date du dernier avis, ci-dessous, le montrera.",
};

/** Asks a provider with our keys, and says in words what is wrong. No money is asked for. */
export async function testConnection(
  provider: OnlineProvider,
  keys: AllKeys,
): Promise<ConnectionReport> {
  const { values } = keys[provider];
  if (!values) return failed("Aucune clé n’est enregistrée.", []);
  const { host, calls } = callsOf(provider, keys);
  const signal = requestTime();
  let answer: Answer;
  try {
    answer = await calls.authenticate(signal);
    if (answer.status === 200 && answer.json !== undefined) answer = await calls.read(signal);
  } catch (error) {
    return failed("Le serveur ne répond pas.", [unreachable(host, error), CANNOT[provider]]);
  }
  const lines = [...clockLines(answer), CANNOT[provider]];
  const label = ONLINE_LABELS[provider];
  if (answer.status === 200 && answer.json !== undefined) {
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

function callsOf(provider: OnlineProvider, keys: AllKeys, mode?: ProviderMode) {
  const own = mode ? undefined : env()[`${PREFIX[provider]}_HOST`];
  const values = keys[provider].values;
  const host = own ?? hostOf(provider, mode ?? values?.mode ?? "test");
  const calls =
    provider === "djomy"
      ? djomyCalls(host, values as DjomyCredentials)
      : payPalCalls(host, values as PayPalCredentials);
  return { host, calls };
}

function djomyCalls(host: string, values: DjomyCredentials): Calls {
  const { authenticate, get } = djomyClient(host, values);
  return { authenticate, read: (signal) => get("/v1/payments?page=0&size=1", signal) };
}

function payPalCalls(host: string, values: PayPalCredentials): Calls {
  const { authenticate } = payPalClient(host, values);
  // Its token is given to the right keys alone, and nothing else can be read without an order.
  return { authenticate, read: authenticate };
}

/** Whether the keys are those of the other mode. */
async function opensOther(
  provider: OnlineProvider,
  keys: AllKeys,
  mode: ProviderMode,
): Promise<boolean> {
  try {
    return (await callsOf(provider, keys, mode).calls.authenticate(requestTime())).status === 200;
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

function unreachable(host: string, error: unknown): string {
  const name = new URL(host).hostname;
  const { cause, name: kind } = error as { cause?: { code?: string }; name?: string };
  if (cause?.code === "ENOTFOUND" || cause?.code === "EAI_AGAIN") {
    return `Le nom ${name} n’est pas trouvé : ce serveur a-t-il accès à Internet ?`;
  }
  if (kind === "TimeoutError" || kind === "AbortError") {
    return `${name} n’a rien répondu en six secondes.`;
  }
  if (cause?.code === "CERT_HAS_EXPIRED" || cause?.code === "CERT_NOT_YET_VALID") {
    return `Le certificat de ${name} n’est pas valable aujourd’hui : l’horloge de ce serveur est-elle à l’heure ?`;
  }
  return `La connexion avec ${name} est refusée ou coupée.`;
}
