import { CalendarPlus } from "lucide-react";
import type { ReactNode } from "react";
import type { FormState } from "../core/submission.server.ts";
import {
  formatAmount,
  formatDate,
  formatMoment,
  formatNumber,
  formatTime,
  formatWeekday,
} from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { RefusalWords } from "../payments/refusal-labels.tsx";
import { ErrorSummary, PublicForm } from "../site/public-form.tsx";
import { Local } from "../ui/text.tsx";
import type { QrCode } from "./qr-code.server.ts";
import type { Ticket } from "./tickets.system.server.ts";

type Props = {
  ticket: Ticket;
  /** Stands on a ticket that is good for the entrance. */
  code?: QrCode;
  /** What is told of the last button pressed, which may be gone since. */
  state?: FormState;
};

/** A registration on one sheet: where it stands, whose it is, and the code for the entrance. */
export function TicketCard({ ticket, code, state }: Props) {
  const { t } = useI18n();
  return (
    <section className="card mx-auto max-w-[820px] shadow-card wrap-anywhere">
      <div className="grid gap-8 p-6 sm:grid-cols-[1fr_auto] md:p-10">
        <div>
          <p className="text-sm text-muted">{t("ticket.reference")}</p>
          <p className="text-2xl font-black tabular-nums">{ticket.reference}</p>
          <p className="mt-3">
            <span className={`badge ${BADGE[ticket.status]}`}>
              {t(`ticket.status.${ticket.status}`)}
            </span>
          </p>
          <div className="mt-4 space-y-4">
            <ErrorSummary state={state} />
            <State ticket={ticket} />
          </div>
        </div>
        {code && <Code code={code} reference={ticket.reference} />}
      </div>
      <Facts ticket={ticket} />
    </section>
  );
}

const BADGE: Record<Ticket["status"], string> = {
  held: "badge-plain",
  confirmed: "",
  expired: "badge-red",
  cancelled: "badge-red",
  waiting: "badge-plain",
  offered: "",
  unproven: "badge-plain",
};

/** What the status means for its holder, and what they can do now. */
function State({ ticket }: { ticket: Ticket }) {
  const { t, language } = useI18n();
  const { status, order, event, refusal } = ticket;
  if (event.status === "cancelled") return <p>{t("ticket.eventCancelled")}</p>;
  if (refusal) return <RefusalWords refusal={refusal} />;
  switch (status) {
    case "held":
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
          <p>{t(ticket.checked_in_at ? "ticket.checkedIn" : "ticket.show")}</p>
          <p className="print:hidden">
            <a
              className="link inline-flex min-h-11 items-center gap-2"
              href={pathIn(language, `/tickets/${ticket.token}/calendar.ics`)}
            >
              <CalendarPlus aria-hidden="true" size={20} />
              {t("ticket.calendar")}
            </a>
          </p>
        </>
      );
    case "waiting":
      return (
        <>
          <p>{t("ticket.position", { position: formatNumber(language, ticket.position) })}</p>
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
          </PublicForm>
        </>
      );
    default:
      return (
        <>
          <p>{t(status === "expired" ? "ticket.expiredText" : "ticket.cancelledText")}</p>
          <a className="button" href={pathIn(language, `/events/${event.id}`)}>
            {t("ticket.backToEvent")}
          </a>
        </>
      );
  }
}

function Code({ code: { size, path }, reference }: { code: QrCode; reference: string }) {
  const { t } = useI18n();
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width="220"
      height="220"
      role="img"
      aria-label={t("ticket.qr", { reference })}
      shapeRendering="crispEdges"
      className="bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function Facts({ ticket }: { ticket: Ticket }) {
  const { t, language } = useI18n();
  const { event } = ticket;
  const price =
    ticket.amount === 0 ? t("events.free") : formatAmount(language, ticket.amount, ticket.currency);
  const facts: [string, ReactNode][] = [
    [t("ticket.event"), <Local key="event" value={localized(event, "title", language)} />],
    [
      t("events.date"),
      <span key="date" className="inline-block first-letter:uppercase">
        {formatWeekday(language, event.date)} {formatDate(language, event.date)}
        {event.time && `, ${formatTime(language, event.time)}`}
      </span>,
    ],
    [t("events.place"), <Local key="place" value={localized(event, "location", language)} />],
    [t("ticket.holder"), `${ticket.first_name} ${ticket.last_name}`],
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
    <dl className="grid gap-x-10 gap-y-4 border-t-2 border-dashed border-line p-6 sm:grid-cols-2 md:p-10">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
