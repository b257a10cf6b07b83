import { data, type RouterContextProvider } from "react-router";
import type * as z from "zod";
import { log } from "../log/log.server.ts";
import {
  checkFields,
  type FieldErrors,
  type FormValues,
  HONEYPOT,
  type Submission,
} from "../values/check-fields.ts";
import { MINUTE } from "../values/durations.ts";
import { isAway, isFull, STATUS_OF } from "../values/errors.ts";
import { readFields } from "./form.server.ts";
import { networkOf } from "./network.ts";
import { allow, type Limit } from "./rate-limit.server.ts";
import { type RequestInfo, requestInfoContext } from "./request-info.ts";

/** What a refused form shows again: the fields as typed, and what is wrong with them. */
export type FieldState = { values: FormValues; errors: FieldErrors };

/** The same of the public site, or what is wrong with the whole. */
export type FormState = FieldState & {
  /** A key of `forms.` or `toasts.`: the problem is not in a field. */
  problem?: Problem;
  /** What ties a problem that we did not expect to its line in the log. */
  reference?: string;
};

/** A problem that is not in a field, by the key of its words. */
export type Problem =
  | "forms.tooMany"
  | "forms.busy"
  | "forms.unavailable"
  | "forms.databaseAway"
  | "forms.applicationFailed"
  | "forms.newsletterAskUs"
  | "forms.registrationClosed"
  | "forms.paymentUnderWay"
  | "payment.changed"
  | "payments.none"
  | "toasts.error";

/** The same screen again with what was typed: never lost, whatever happened. */
export function formResponse<State extends FieldState = FormState>(
  state: Partial<NoInfer<State>>,
  status = 400,
) {
  return data({ values: {}, errors: {}, ...state } as State, { status });
}

// Operators put thousands of people behind one address: a thousand who send a form three times are
// people, and whatever is beyond is told that we are busy, not that it did too much.
const FLOOD: Limit = { count: 3_000, perMs: 10 * MINUTE };
const TARGET_LIMIT: Limit = { count: 8, perMs: 10 * MINUTE };

type Handlers<T, R> = {
  /** Names the form in its rate limit. */
  form: string;
  /** Read anew where it depends on what is stored. */
  schema: z.ZodType<T> | (() => Promise<z.ZodType<T>>);
  /** Whom or what the form acts on, limited beside the caller: an e-mail address. */
  target?: (value: T) => string;
  /** What a program that fills the honeypot is told: the same as everybody. */
  respondToBot: () => R;
  accept: (value: T, values: FormValues) => Promise<R>;
  /** This form's own words for a database that is away, and for what we did not expect. */
  words?: { unavailable: Problem; failed: Problem };
};

/** The network that a limit counts; undefined when the address is everybody's. */
export const limitedNetwork = ({ ip, sharedAddress }: RequestInfo) =>
  sharedAddress ? undefined : networkOf(ip);

/** Whether one network asks the same of us so often that it must wait. */
export function isFlood(form: string, page: RequestInfo): boolean {
  const network = limitedNetwork(page);
  return network !== undefined && !allow(form, network, FLOOD);
}

/**
 * The way of every public form: honeypot, flood, schema, limit of what it acts on, then the operation. A
 * database that is away gives status 503 and a kind message; other failures the form's general error.
 * What was typed comes back in each case.
 */
export async function handleForm<T, R>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  handlers: Handlers<T, R>,
) {
  const values = await readFields(request);
  if (!values) return formResponse({ problem: "toasts.error" });
  if (values[HONEYPOT]) return handlers.respondToBot();
  const page = context.get(requestInfoContext);
  if (isFlood(handlers.form, page)) {
    return formResponse({ values, problem: "forms.busy" }, 503);
  }
  const { schema } = handlers;
  const checked: Submission<T> = checkFields(
    values,
    typeof schema === "function" ? await schema() : schema,
  );
  if (!checked.ok) return formResponse(checked);
  const target = handlers.target?.(checked.value);
  if (target && !allow(`${handlers.form}>`, target, TARGET_LIMIT)) {
    return formResponse({ values, problem: "forms.tooMany" }, 429);
  }
  try {
    return await handlers.accept(checked.value, values);
  } catch (error) {
    if (error instanceof Response) throw error;
    if (isAway(error) || isFull(error)) {
      return formResponse(
        { values, problem: handlers.words?.unavailable ?? "forms.unavailable" },
        STATUS_OF.unavailable,
      );
    }
    const { reference } = page;
    log.error({ err: error, form: handlers.form, reference }, "form failed");
    return formResponse(
      { values, problem: handlers.words?.failed ?? "toasts.error", reference },
      500,
    );
  }
}
