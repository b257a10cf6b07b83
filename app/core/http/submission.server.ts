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

/** The state of a refused form: the values as typed, and their errors. */
export type FieldState = { values: FormValues; errors: FieldErrors };

/** The state of a public form, with a problem that belongs to no field. */
export type FormState = FieldState & {
  /** A key of `forms.` or `toasts.`: the problem is not in a field. */
  problem?: Problem;
  /** Ties an unexpected problem to its line in the log. */
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
  | "toasts.error";

/** Shows the form again with the visitor's input. */
export function formResponse<State extends FieldState = FormState>(
  state: Partial<NoInfer<State>>,
  status = 400,
) {
  return data({ values: {}, errors: {}, ...state } as State, { status });
}

// Mobile providers put thousands of people behind one address: the limit allows a thousand to send a form three times,
// and the message beyond it says that the site is busy.
const FLOOD: Limit = { count: 3_000, perMs: 10 * MINUTE };
const TARGET_LIMIT: Limit = { count: 8, perMs: 10 * MINUTE };

type Handlers<T, R> = {
  /** Names the form in its rate limit. */
  form: string;
  /** A function when it depends on stored data. */
  schema: z.ZodType<T> | (() => Promise<z.ZodType<T>>);
  /** What the form acts on, such as an e-mail address, which is limited too. */
  target?: (value: T) => string;
  /** Of a form with a file, which may be larger: its most bytes, and what is said of one that is larger still. */
  upload?: { most: number; tooLarge: FieldErrors };
  /** The answer to a program that filled the honeypot, the same as for everybody. */
  respondToBot: () => R;
  accept: (value: T, values: FormValues) => Promise<R>;
  /** This form's own messages for an unavailable database and for unexpected errors. */
  words?: { unavailable: Problem; failed: Problem };
};

/** The network that a limit counts; undefined when the address is shared by all visitors. */
export const limitedNetwork = ({ ip, sharedAddress }: RequestInfo) =>
  sharedAddress ? undefined : networkOf(ip);

/** Whether a network sends a form so often that it must wait. */
export function isFlood(form: string, page: RequestInfo): boolean {
  const network = limitedNetwork(page);
  return network !== undefined && !allow(form, network, FLOOD);
}

/**
 * Handles every public form: honeypot, flood limit, schema, limit of its target, then the operation. An unavailable
 * database gives status 503 and a message; other failures give the form's general error. The visitor's input is
 * returned in each case.
 */
export async function handleForm<T, R>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  handlers: Handlers<T, R>,
) {
  const { upload } = handlers;
  const values = await readFields(request, upload?.most);
  if (!values) {
    return formResponse(upload ? { errors: upload.tooLarge } : { problem: "toasts.error" });
  }
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
