import { CalendarPlus, Download } from "lucide-react";
import type { ReactNode } from "react";
import { data, redirect } from "react-router";
import { choice, secretToken } from "../../core/http/address-checks.ts";
import { setFlash } from "../../core/http/cookies.server.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import { type FormState, formResponse, handleForm } from "../../core/http/submission.server.ts";
import { env } from "../../core/process/env.server.ts";
import { Hours } from "../../events/page/event-card.tsx";
import { type QrCode, qrCode } from "../../files/qr-code.server.ts";
import { formatAmount, formatLongDays, formatMoment, formatNumber } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { OfflinePaymentFacts } from "../../payments/offline/offline-payment-section.tsx";
import { RefusalText } from "../../payments/page/payment-screen.tsx";
import { FlagEdge, LEAF, Steps, Verdict } from "../../site/flag.tsx";
import { Away, Missing, Moved } from "../../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { readAtLink } from "../../site/moved/moved-links.system.server.ts";
import { ErrorSummary, PublicForm, useFields } from "../../site/public-form.tsx";
import { QrPicture } from "../../site/qr-picture.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Local, Paragraphs } from "../../ui/text.tsx";
import { PackageChoice } from "../register/registration-form.tsx";
import { ticketSchema } from "../register/registration-schema.ts";
import { isLive, isValidTicket, TICKET_BADGES } from "../registrations.ts";
import type { Route } from "./+types/ticket.page.ts";
import {
  acceptOffer,
  choosePackage,
  giveUp,
  readTicket,
  type Ticket,
} from "./tickets.system.server.ts";

export const handle = {
  segments: { token: secretToken },
  parameters: { "give-up": choice("1") },
};

/** The ticket at an address that only its holder knows. `?give-up=1` shows the confirmation for giving it up. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const {
    record: ticket,
    unavailable,
    moved,
    status,
  } = await readAtLink(context, "ticket", params.token, () => readTicket(params.token));
  const here = pathIn(languageOf(url.pathname), `/tickets/${ticket?.token}`);
  // After a payment, the provider leads here by the token of the order.
  if (ticket && ticket.token !== params.token) throw redirect(here);
  return data(
    {
      ticket,
      unavailable,
      moved,
      confirming: url.searchParams.get("give-up") === "1",
      // A phone at the entrance that reads the code opens this page.
      code: ticket && isValidTicket(ticket) ? qrCode(env().PUBLIC_URL + here) : undefined,
    },
    { status, headers: PRIVATE },
  );
}

export const headers = () => PRIVATE;

/** Accepts an offered place, or gives up a registration. Repeated, it changes nothing. */
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
    if (unavailable) return <Away title={t("ticket.title")} />;
    return (
      <Missing
        title={t("ticket.notFoundTitle")}
        message={t("ticket.notFoundMessage")}
        back={{ path: "/me", label: t("me.title") }}
      />
    );
  }
  const title = localized(ticket.event, "title", language);
  // Without the form for giving up, the card shows its error.
  const hasForm = confirming && isLive(ticket.status);
  const givingUp = hasForm && actionData?.values.intent === "give-up" ? actionData : undefined;
  return (
    <>
      <PageHead title={t("ticket.title")} description={title.text} noindex />
      <PageBanner title={t("ticket.title")} />
      <div className="wrap section max-w-[560px]">
        <TicketCard ticket={ticket} code={code} state={givingUp ? undefined : actionData} />
        <GiveUpForm ticket={ticket} confirming={confirming} state={givingUp} />
      </div>
    </>
  );
}

type GiveUpProps = { ticket: Ticket; confirming: boolean; state?: FormState };

/** Gives up the registration in two steps: a link, then a confirmation. */
function GiveUpForm({ ticket, confirming: asking, state }: GiveUpProps) {
  const { t, language } = useI18n();
  const field = useFields(state);
  if (!isLive(ticket.status) || ticket.event.status === "cancelled") return null;
  const here = pathIn(language, `/tickets/${ticket.token}`);
  const waiting = ticket.status === "waiting";
  if (!asking) {
    return (
      <p className="print:hidden">
        <a
          className="link inline-flex min-h-11 items-center text-blood"
          href={`${here}?give-up=1#give-up`}
        >
          {t(waiting ? "ticket.giveUpWaiting" : "ticket.giveUp")}
        </a>
      </p>
    );
  }
  return (
    <section
      id="give-up"
      aria-labelledby="give-up-title"
      className="card mt-8 border-2 p-6 print:hidden"
    >
      <h2 id="give-up-title" className="text-xl">
        {t(waiting ? "ticket.giveUpWaitingTitle" : "ticket.giveUpTitle")}
      </h2>
      <p className="mt-2">{t(waiting ? "ticket.giveUpWaitingText" : "ticket.giveUpText")}</p>
      {ticket.status === "confirmed" &&
        ticket.amount > 0 &&
        (ticket.moved ? <p className="mt-3">{t("ticket.giveUpMoved")}</p> : <RefundRule />)}
      <PublicForm
        state={state}
        action="?give-up=1"
        submit={t(waiting ? "ticket.giveUpWaitingYes" : "ticket.giveUpYes")}
        look="grave"
        className="relative mt-6 grid gap-5"
      >
        <input type="hidden" name="intent" value="give-up" />
        <TextField
          {...field("email", "validation.registration.email")}
          label={t("ticket.giveUpEmail")}
          hint={t("ticket.giveUpEmailHint")}
          type="email"
          autoComplete="email"
          required
        />
      </PublicForm>
      <p className="mt-4">
        <a className="link inline-flex min-h-11 items-center" href={here}>
          {t(waiting ? "ticket.giveUpWaitingNo" : "ticket.giveUpNo")}
        </a>
      </p>
    </section>
  );
}

/** The refund rules of the terms. */
function RefundRule() {
  const { t, language } = useI18n();
  return (
    <>
      <ul className="mt-3 list-disc stack-1 pl-5">
        <li>{t("refundRule.early")}</li>
        <li>{t("refundRule.late")}</li>
      </ul>
      <p className="mt-2">
        <a
          className="link inline-flex min-h-11 items-center"
          href={pathIn(language, "/terms#refunds")}
        >
          {t("ticket.terms")}
        </a>
      </p>
    </>
  );
}

type CardProps = {
  ticket: Ticket;
  /** Only on a valid ticket. */
  code?: QrCode;
  /** The answer to the last button, which may be gone by now. */
  state?: FormState;
};

/**
 * The ticket as it is shown at an entrance, black on white: its code first, then whose it is and for what, below the
 * three bands of the flag. While it is none, its state stands where the code would be.
 */
function TicketCard({ ticket, code, state }: CardProps) {
  const { t, language } = useI18n();
  const status = ticket.event.status === "cancelled" ? "cancelled" : ticket.status;
  const badge = (
    <span className={`badge ${TICKET_BADGES[status]}`}>{t(`ticket.status.${status}`)}</span>
  );
  const isToPay = status === "held" && ticket.amount > 0 && !ticket.refusal;
  return (
    <>
      {isToPay && (
        <Steps labels={[t("steps.register"), t("steps.pay"), t("steps.ticket")]} at={1} />
      )}
      <ErrorSummary state={state} className="mb-6" />
      <section className="card shadow-card wrap-anywhere">
        {code ? (
          <QrPicture code={code} label={t("ticket.qr", { reference: ticket.reference })} />
        ) : (
          <div className="stack-4 p-6">
            <p>{badge}</p>
            <State ticket={ticket} state={state} />
          </div>
        )}
        <p className={`px-6 text-2xl font-black tabular-nums ${code ? "text-center" : ""}`}>
          <span className="quiet">{t("ticket.reference")} </span>
          {ticket.reference}
        </p>
        {ticket.is_test && (
          <p className="mt-3 px-6 text-center font-semibold text-red">{t("ticket.test")}</p>
        )}
        <FlagEdge below={code ? LEAF : "#fff"} className="mt-5" />
        {code && <Verdict>{t(`ticket.status.${status}`)}</Verdict>}
        <div className="p-6">
          <p className="text-2xl font-black">
            <span className="quiet">{t("ticket.holder")} </span>
            {ticket.first_name} {ticket.last_name}
          </p>
          <h2 className="mt-2 text-xl">
            <a className="underline" href={pathIn(language, `/events/${ticket.event.id}`)}>
              <Local value={localized(ticket.event, "title", language)} />
            </a>
          </h2>
          <WhenAndWhere ticket={ticket} />
          <Facts ticket={ticket} />
        </div>
      </section>
      {code && (
        <div className="mt-6">
          <State ticket={ticket} state={state} />
        </div>
      )}
    </>
  );
}

/** How to use a ticket: an online event has no entrance. */
const USAGE_TEXTS = {
  "in-person": "ticket.show",
  hybrid: "ticket.show",
  online: "ticket.showOnline",
} as const satisfies Record<Ticket["event"]["type"], string>;

/** What the status means, and what the holder can do. */
function State({ ticket, state }: Pick<CardProps, "ticket" | "state">) {
  const { t, language } = useI18n();
  const field = useFields(state);
  const { status, order, event, refusal } = ticket;
  if (event.status === "cancelled") return <EventCancelled ticket={ticket} />;
  if (refusal) return <RefusalText refusal={refusal} writes={ticket.writes} />;
  switch (status) {
    case "held":
      if (order && ticket.by_hand) {
        return <ToPayByHand token={order.token} byHand={ticket.by_hand} />;
      }
      return (
        <>
          <p>
            {order?.hold_expires_at
              ? t("ticket.heldUntil", { time: formatMoment(language, order.hold_expires_at) })
              : t("ticket.held")}
          </p>
          {order && (
            <a className="button" href={pathIn(language, `/payments/${order.token}`)}>
              {t("ticket.pay")}
            </a>
          )}
        </>
      );
    case "confirmed":
      return (
        <>
          <p>{t(ticket.checked_in_at ? "ticket.checkedIn" : USAGE_TEXTS[event.type])}</p>
          <p className="flex flex-wrap gap-x-6 print:hidden">
            <a
              className="link inline-flex min-h-11 items-center gap-2"
              href={pathIn(language, `/tickets/${ticket.token}/calendar.ics`)}
            >
              <CalendarPlus aria-hidden="true" size={20} />
              {t("ticket.calendar")}
            </a>
            <a
              className="link inline-flex min-h-11 items-center gap-2"
              href={pathIn(language, `/tickets/${ticket.token}/ticket.pdf`)}
            >
              <Download aria-hidden="true" size={20} />
              {t("ticket.file")}
            </a>
          </p>
        </>
      );
    case "waiting":
      return (
        <>
          <p>
            {t("ticket.position", { position: formatNumber(language, ticket.position) })}{" "}
            {t(ticket.writes ? "ticket.written" : "ticket.unwritten")}
          </p>
          {ticket.proof_needed && <p>{t("ticket.looked")}</p>}
        </>
      );
    case "unproven":
      return (
        <p>
          {ticket.proof_due_at
            ? t("ticket.proof", { time: formatMoment(language, ticket.proof_due_at) })
            : t("ticket.proofSoon")}
        </p>
      );
    case "offered":
      return (
        <>
          {ticket.offer_expires_at && (
            <p>
              {t("ticket.offerUntil", { time: formatMoment(language, ticket.offer_expires_at) })}
            </p>
          )}
          <PublicForm submit={t("ticket.accept")} className="relative grid gap-4">
            <input type="hidden" name="intent" value="accept" />
            {ticket.choices.length > 0 && (
              <>
                <p className="font-semibold">{t("ticket.choose")}</p>
                <PackageChoice
                  offers={ticket.choices}
                  currency={event.currency}
                  field={(name) => field(name, `validation.registration.${name}`)}
                />
              </>
            )}
          </PublicForm>
        </>
      );
    default:
      return (
        <>
          <p>{t(status === "expired" ? "ticket.expiredText" : "ticket.cancelledText")}</p>
          {ticket.paid_order && <FollowRefund token={ticket.paid_order} />}
          <a className="button" href={pathIn(language, `/events/${event.id}`)}>
            {t("ticket.backToEvent")}
          </a>
        </>
      );
  }
}

type ByHandProps = { token: string; byHand: NonNullable<Ticket["by_hand"]> };

/** How to pay a held place at the federation. */
function ToPayByHand({ token, byHand }: ByHandProps) {
  const { t, language } = useI18n();
  // The reference stands at the top of the card.
  const { reference, ...owed } = byHand.owed;
  return (
    <>
      <p>{t("ticket.byHand")}</p>
      <OfflinePaymentFacts owed={owed} at={byHand.at} />
      <a className="button button-line" href={pathIn(language, `/payments/${token}`)}>
        {t("ticket.payByHand")}
      </a>
    </>
  );
}

/** The reason of the cancellation, and the refund. */
function EventCancelled({ ticket: { event, paid, paid_order } }: { ticket: Ticket }) {
  const { t, language } = useI18n();
  const reason = localized(event, "cancellation_reason", language);
  return (
    <>
      <p>{t("ticket.eventCancelled")}</p>
      {reason.text && <Paragraphs value={reason} />}
      {paid && <p>{t("ticket.eventRefunded")}</p>}
      {paid_order && <FollowRefund token={paid_order} />}
    </>
  );
}

/** Where whoever paid for a place that is gone sees what became of the money. */
function FollowRefund({ token }: { token: string }) {
  const { t, language } = useI18n();
  return (
    <p>
      {t("ticket.paidText")}{" "}
      <a className="link" href={pathIn(language, `/payments/${token}`)}>
        {t("ticket.payByHand")}
      </a>
    </p>
  );
}

function WhenAndWhere({ ticket: { event } }: { ticket: Ticket }) {
  const { language } = useI18n();
  return (
    <>
      <p className="mt-3 font-semibold first-letter:uppercase">
        {formatLongDays(language, event.date, event.end_date)}
        {event.time && ", "}
        <Hours {...event} />
      </p>
      <p className="font-semibold">
        <Local value={localized(event, "location", language)} />
      </p>
    </>
  );
}

/** What the entrance seldom asks. */
function Facts({ ticket }: { ticket: Ticket }) {
  const { t, language } = useI18n();
  const price =
    ticket.amount === 0 ? t("events.free") : formatAmount(language, ticket.amount, ticket.currency);
  const facts: [string, ReactNode][] = [
    ...(ticket.gamertag
      ? ([[t("ticket.gamertag"), ticket.gamertag]] satisfies [string, ReactNode][])
      : []),
    ...(ticket.guardian_name
      ? ([[t("guardian.holder"), ticket.guardian_name]] satisfies [string, ReactNode][])
      : []),
    [
      t("ticket.package"),
      <>
        <Local key="package" value={localized(ticket, "price_name", language)} /> ({price})
      </>,
    ],
  ];
  return (
    <dl className="mt-4 border-t border-line pt-4 stack-1">
      {facts.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-6">
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
