import type { ReactNode } from "react";
import { data, redirect } from "react-router";
import { choice, secretToken } from "../../core/http/address-checks.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import { currentTime } from "../../core/process/clock.ts";
import { formatAmount, formatDate, isoDay } from "../../i18n/format.ts";
import { type I18n, useI18n } from "../../i18n/i18n.ts";
import { type Language, languageOf, pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { OfflinePaymentSection } from "../../payments/offline/offline-payment-section.tsx";
import { PaymentBlock, textOf, titleOf, useRefusal } from "../../payments/page/payment-screen.tsx";
import { canPay } from "../../payments/page/payment-states.ts";
import { readPayment } from "../../payments/page/payment-view.system.server.ts";
import type { PaymentView } from "../../payments/page/payment-view.ts";
import { Away, Missing, Moved } from "../../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { readAtLink } from "../../site/moved/moved-links.system.server.ts";
import { Local } from "../../ui/text.tsx";
import { personName } from "../members/members.ts";
import { hasLapsed, nearEnd } from "../renewal/membership-period.ts";
import type { Route } from "./+types/application.page.ts";
import { readApplication, type ShownApplication } from "./membership.system.server.ts";

export const handle = {
  segments: { token: secretToken },
  parameters: { again: choice("1") },
};

/** The state of an application, for whoever has its address. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const {
    record: application,
    unavailable,
    moved,
    status,
  } = await readAtLink(context, "application", params.token, () =>
    readWithPayment(params.token, language),
  );
  // After the payment the address has the token of the order.
  if (application && application.application.token !== params.token) {
    throw redirect(pathIn(language, `/membership/application/${application.application.token}`));
  }
  const today = isoDay(currentTime());
  // Whoever sent the form of a membership that they have was led here.
  const again = url.searchParams.get("again") === "1";
  return data({ ...application, today, again, unavailable, moved }, { status, headers: PRIVATE });
}

async function readWithPayment(token: string, language: Language) {
  const application = await readApplication(token);
  const order = application?.order;
  const payment = order?.status === "held" ? await readPayment(order.token, language) : undefined;
  return application && { application, payment };
}

export const headers = () => PRIVATE;

export default function ApplicationPage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { application, payment, today, again, unavailable, moved } = loaderData;
  if (moved) return <Moved />;
  if (!application) {
    if (unavailable) return <Away title={t("application.title")} />;
    return (
      <Missing
        title={t("application.notFoundTitle")}
        message={t("application.notFoundMessage")}
        back={{ path: "/membership", label: t("application.back") }}
      />
    );
  }
  const isMember = application.status === "active" || application.lapsed_on !== null;
  const title = t(isMember ? "application.memberTitle" : "application.title");
  const lead = t(isMember ? "application.memberLead" : "application.savedLead");
  return (
    <>
      <PageHead title={title} description={lead} noindex />
      <PageBanner title={title} lead={lead} />
      <div className="wrap section">
        <ApplicationCard application={application} payment={payment} today={today} again={again} />
      </div>
    </>
  );
}

type Props = {
  application: ShownApplication;
  payment?: PaymentView;
  /** yyyy-mm-dd */
  today: string;
  /** Their form was sent again since. */
  again?: boolean;
};

/** The application and the next step. */
export function ApplicationCard({ application, payment, today, again }: Props) {
  const { t, language } = useI18n();
  const { type, email, organisation, guardian, licence, token } = application;
  const name = personName(application);
  const rows: [string, ReactNode][] = [
    // What is to be paid says for what, and how much.
    ...(type && !payment
      ? ([
          [t("application.type"), <Local key="type" value={localized(type, "name", language)} />],
          [
            t("application.price"),
            type.price === 0
              ? t("membership.partnerPrice")
              : formatAmount(language, type.price, type.currency),
          ],
        ] satisfies [string, ReactNode][])
      : []),
    ...((organisation
      ? [
          [t("application.organisation"), organisation],
          [t("application.contactShort"), name],
        ]
      : [[t("application.name"), name]]) satisfies [string, ReactNode][]),
    [t("application.email"), email],
    ...(licence
      ? ([
          [
            t("licence.number"),
            <a key="licence" className="link" href={pathIn(language, `/licences/${token}`)}>
              {licence}
            </a>,
          ],
        ] satisfies [string, ReactNode][])
      : []),
    ...(guardian
      ? ([
          [
            t("guardian.holder"),
            `${guardian.name} (${t(`guardian.relations.${guardian.relation}`)})`,
          ],
        ] satisfies [string, ReactNode][])
      : []),
  ];
  return (
    <section className="card mx-auto max-w-[640px] p-6 shadow-card wrap-anywhere md:p-10">
      <NextStep application={application} payment={payment} today={today} again={again} />
      <dl className="mt-8 divide-y divide-line border-t border-line">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 py-3">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function NextStep({ application, payment, today, again }: Props) {
  const { t, language } = useI18n();
  const { status, order, type, is_test, membership_end: end, suspension } = application;
  const refused = useRefusal(payment?.refusal ?? null, payment?.writes ?? true);
  if (status === "active") {
    const until = end ? t("application.activeUntil", { date: formatDate(language, end) }) : "";
    const text = again ? `${until} ${t("application.againText")}`.trim() : until;
    return (
      <Message title={t(again ? "application.againTitle" : "application.activeTitle")} text={text}>
        {is_test && <p className="font-semibold text-red">{t("application.test")}</p>}
        {suspension && (
          <p className="mb-5 font-semibold text-red">
            {suspension.until
              ? t("licence.suspendedUntil", { date: formatDate(language, suspension.until) })
              : t("licence.suspendedText")}
          </p>
        )}
        {nearEnd(application, today) !== undefined && <Renew application={application} />}
      </Message>
    );
  }
  if (order?.status === "paid_unfulfilled") {
    return <Message title={t("application.paidTitle")} text={t("application.paidText")} />;
  }
  if (status === "suspended" && (!end || end >= today)) {
    // As the card says it.
    const text = t("licence.membershipSuspended");
    return <Message title={t("unpayable.membership.suspended.title")} text={text} />;
  }
  if (status === "pending" && (!order || type?.price === 0)) {
    const text = t(type?.price === 0 ? "application.freeText" : "unpayable.membership.beside.text");
    return <Message title={t("application.freeTitle")} text={text} />;
  }
  if (status === "pending" && payment && refused) {
    return (
      <Message {...refused}>
        <Follow payment={payment} />
      </Message>
    );
  }
  if (status === "pending" && payment) {
    return (
      <Message {...paymentWords(t, payment)}>
        {invitesToPay(payment) && <RenewalNote application={application} />}
        <PaymentBlock payment={payment} />
        <OfflinePaymentSection payment={payment} />
        {!canPay(payment.state) && <Follow payment={payment} />}
      </Message>
    );
  }
  return <EndedMembership application={application} />;
}

/** What the payment makes of a membership that they have: by its date where it is surely theirs. */
function RenewalNote({ application: { renewal } }: Pick<Props, "application">) {
  const { t, language } = useI18n();
  if (!renewal) return <p className="mb-4 text-sm text-muted">{t("application.ifMember")}</p>;
  const { end, until } = renewal;
  return (
    <p className="mb-4 rounded-control bg-mint p-4" role="status">
      {end
        ? t("application.renews", {
            date: formatDate(language, end),
            until: formatDate(language, until),
          })
        : t("application.endless")}
    </p>
  );
}

const invitesToPay = ({ state }: PaymentView): boolean => canPay(state) || state === "unavailable";

/** Every way to pay, or how far the payment is. */
function paymentWords(t: I18n["t"], payment: PaymentView) {
  return invitesToPay(payment)
    ? { title: t("application.payTitle"), text: t("application.payText") }
    : { title: t(titleOf(payment)), text: t(textOf(payment)) };
}

/** An ended membership: why, and the link to a new application. */
function EndedMembership({ application }: Pick<Props, "application">) {
  const { t, language } = useI18n();
  const { membership_end: end, renewed_until: renewed } = application;
  if (renewed !== undefined) {
    const date = renewed && formatDate(language, renewed);
    return (
      <Message
        title={t("application.renewedTitle")}
        text={date ? t("application.activeUntil", { date }) : ""}
      />
    );
  }
  if (end && hasLapsed(application)) {
    const text = t("application.lapsedText", { date: formatDate(language, end) });
    return (
      <Message title={t("application.lapsedTitle")} text={text}>
        <Renew application={application} />
      </Message>
    );
  }
  return (
    <Message title={t("application.closedTitle")} text={t("application.closedText")}>
      <a className="button" href={pathIn(language, "/membership")}>
        {t("application.back")}
      </a>
    </Message>
  );
}

/** The link to the form for the same type of membership. */
function Renew({ application }: Pick<Props, "application">) {
  const { t, language } = useI18n();
  const path = pathIn(language, "/membership");
  const { type_id: type } = application;
  return (
    <a className="button" href={type ? `${path}?type=${type}#form` : path}>
      {t("application.renew")}
    </a>
  );
}

/** The link to the page of the order, where it can be cancelled. */
function Follow({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  return (
    <a className="button mt-6 w-full" href={pathIn(language, payment.path)}>
      {t("application.payFollow")}
    </a>
  );
}

function Message({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <h2 className="text-xl">{title}</h2>
      <p className="mb-5 mt-2 text-muted">{text}</p>
      {children}
    </>
  );
}
