import { redirect } from "react-router";
import { setFlash } from "../core/http/cookies.server.ts";
import { requestInfoContext } from "../core/http/request-info.ts";
import { formResponse, handleForm, limitedNetwork } from "../core/http/submission.server.ts";
import { languageOf } from "../i18n/languages.ts";
import { translator } from "../i18n/translate.server.ts";
import { mayAlsoWriteTo } from "../mail/outbox.visitor.server.ts";
import type { Route } from "./+types/newsletter.page.ts";
import { newsletterSchema, subscribe } from "./newsletter.visitor.server.ts";

type Received = Pick<Route.ActionArgs, "request" | "context" | "url">;

/** Subscribes to the newsletter, and stays on the page whose form was sent: Home, or its own. */
export function receiveSubscription({ request, context, url }: Received) {
  const language = languageOf(url.pathname);
  const done = () => redirect(url.pathname, { headers: { "set-cookie": setFlash("newsletter") } });
  return handleForm(request, context, {
    form: "newsletter",
    schema: newsletterSchema,
    target: ({ email }) => email,
    respondToBot: done,
    async accept(value, values) {
      const text = translator(language)("newsletterForm.consent");
      const consent = { text, channel: url.pathname, language };
      const mayWrite = mayAlsoWriteTo(value.email, limitedNetwork(context.get(requestInfoContext)));
      switch (await subscribe(value, consent, mayWrite)) {
        case "subscribed":
          return done();
        case "duplicate":
          return formResponse({ values, errors: { email: "validation.newsletter.duplicate" } });
        case "ask-us":
          return formResponse({ values, problem: "forms.newsletterAskUs" }, 409);
      }
    },
  });
}
