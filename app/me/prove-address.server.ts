import type { RouterContextProvider } from "react-router";
import { requestInfoContext } from "../core/http/request-info.ts";
import { formResponse, limitedNetwork } from "../core/http/submission.server.ts";
import type { FormValues } from "../core/values/check-fields.ts";
import type { Language } from "../i18n/languages.ts";
import { isMailConfigured } from "../mail/mail.server.ts";
import { mayAlsoWriteTo } from "../mail/outbox.visitor.server.ts";
import type { ProofWish } from "./me.ts";
import { askedCookie, clearedAskedCookie, sendSignIn, signIn } from "./sign-in.system.server.ts";

type Steps = {
  wish: ProofWish;
  values: FormValues;
  language: Language;
  /** Back to the page, which shows what is next. */
  back: (...cookies: string[]) => Response;
  /** The invitation to which the link of the mail leads. */
  invitation?: string;
};

/** The steps by which somebody proves that they read the mail of an address. */
export async function proveAddress(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { wish, values, language, back, invitation }: Steps,
) {
  if (wish.intent === "again") return back(clearedAskedCookie());
  if (wish.intent === "code") {
    const result = await signIn(request, { code: wish.code });
    return "cookie" in result
      ? back(result.cookie, clearedAskedCookie())
      : formResponse({ values, errors: { code: `validation.me.${result.refused}` } });
  }
  // The page says how to reach the federation instead.
  if (!isMailConfigured()) return back();
  const network = limitedNetwork(context.get(requestInfoContext));
  const maySend = mayAlsoWriteTo(wish.email, network);
  return back(
    maySend ? await sendSignIn(wish.email, language, invitation) : askedCookie(wish.email),
  );
}
