import { data, redirect } from "react-router";
import { choice, secretToken } from "../../core/http/address-checks.ts";
import { setFlash } from "../../core/http/flash.ts";
import { PRIVATE } from "../../core/http/private-page.ts";
import { formResponse, handleForm } from "../../core/http/submission.server.ts";
import { env } from "../../core/process/env.server.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { Missing, Moved } from "../../site/frame/not-found.tsx";
import { PageBanner } from "../../site/frame/page-banner.tsx";
import { PageHead } from "../../site/frame/page-head.tsx";
import { readAtLink } from "../../site/moved/moved-links.system.server.ts";
import { GiveUpForm } from "../register/give-up-form.tsx";
import { ticketSchema } from "../register/registration-schema.ts";
import { isGood, isLive } from "../registrations.ts";
import type { Route } from "./+types/ticket.page.ts";
import { qrCode } from "./qr-code.server.ts";
import { TicketCard } from "./ticket-card.tsx";
import { acceptOffer, choosePackage, giveUp, readTicket } from "./tickets.system.server.ts";

export const handle = {
  segments: { token: secretToken },
  parameters: { "give-up": choice("1") },
};

/** The ticket at an address that only its holder knows. `?give-up=1` asks before giving it up. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const {
    record: ticket,
    unavailable,
    moved,
    status,
  } = await readAtLink(context, "ticket", params.token, () => readTicket(params.token));
  const here = pathIn(languageOf(url.pathname), `/tickets/${ticket?.token}`);
  // Its payment leads here under the order's own token.
  if (ticket && ticket.token !== params.token) throw redirect(here);
  return data(
    {
      ticket,
      unavailable,
      moved,
      confirming: url.searchParams.get("give-up") === "1",
      // Any telephone at the entrance reads it and sees this page.
      code: ticket && isGood(ticket) ? qrCode(env().PUBLIC_URL + here) : undefined,
    },
    { status, headers: PRIVATE },
  );
}

export const headers = () => PRIVATE;

/** Takes an offered place, or gives up a registration. Each again changes nothing. */
export function action({ request, context, params, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const here = pathIn(language, `/tickets/${params.token}`);
  const back = () => redirect(here);
  return handleForm(request, context, {
    form: "ticket",
    schema: ticketSchema,
    target: () => params.token,
    respondToBot: back,
    async accept(wish, values) {
      if (wish.intent === "accept") {
        const { priceId } = wish;
        if (priceId !== undefined && !(await choosePackage(params.token, priceId))) {
          const errors = { priceId: "validation.registration.packageGone" };
          return formResponse({ values, errors });
        }
        const orderToken = await acceptOffer(params.token);
        return orderToken ? redirect(pathIn(language, `/payments/${orderToken}`)) : back();
      }
      switch (await giveUp(params.token, wish.email)) {
        case "given-up":
          return redirect(here, { headers: { "set-cookie": setFlash("placeGivenUp") } });
        case "paying":
          return formResponse({ values, problem: "forms.paymentUnderWay" }, 409);
        case "other-email":
          return formResponse({ values, errors: { email: "validation.registration.otherEmail" } });
      }
    },
  });
}

export default function TicketPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { ticket, unavailable, moved, confirming, code } = loaderData;
  if (moved) return <Moved />;
  if (!ticket) {
    return (
      <Missing
        title={t(unavailable ? "ticket.title" : "ticket.notFoundTitle")}
        message={t(unavailable ? "forms.unavailable" : "ticket.notFoundMessage")}
        back={{ path: "/events", label: t("events.title") }}
      />
    );
  }
  const title = localized(ticket.event, "title", language);
  // The form to give it up is not there for everybody: without it, the card says what was wrong.
  const hasForm = confirming && isLive(ticket.status);
  const givingUp = hasForm && actionData?.values.intent === "give-up" ? actionData : undefined;
  return (
    <>
      <PageHead title={t("ticket.title")} description={title.text} noindex />
      <PageBanner title={t("ticket.title")} lead={<span lang={title.lang}>{title.text}</span>} />
      <div className="wrap section">
        <TicketCard ticket={ticket} code={code} state={givingUp ? undefined : actionData} />
        <GiveUpForm ticket={ticket} confirming={confirming} state={givingUp} />
      </div>
    </>
  );
}
