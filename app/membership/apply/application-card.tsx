import type { ReactNode } from "react";
import { formatAmount, formatDate } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { OfflinePaymentFacts } from "../../payments/offline/offline-payment-section.tsx";
import { useRefusal } from "../../payments/orders/refusal-labels.tsx";
import { PaymentBlock } from "../../payments/page/payment-block.tsx";
import { canPay, type PaymentView } from "../../payments/page/payment-view.ts";
import { Local } from "../../ui/text.tsx";
import { hasLapsed, nearEnd } from "../renewal/membership-ending.ts";
import type { ShownApplication } from "./membership.system.server.ts";

type Props = {
  application: ShownApplication;
  payment?: PaymentView;
  /** yyyy-mm-dd */
  today: string;
};

/** What was applied for and by whom, and what comes next in place of the form's button. */
export function ApplicationCard({ application, payment, today }: Props) {
  const { t, language } = useI18n();
  const { type, email, first_name, last_name, guardian } = application;
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
    [t("application.name"), `${first_name} ${last_name}`],
    [t("application.email"), email],
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
      <dl className="mb-8 divide-y divide-line">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 py-3">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <Next application={application} payment={payment} today={today} />
    </section>
  );
}

function Next({ application, payment, today }: Props) {
  const { t, language } = useI18n();
  const { status, order, type, membership_end: end } = application;
  const refused = useRefusal(payment?.refusal ?? null);
  if (status === "active") {
    return (
      <Words
        title={t("application.activeTitle")}
        text={end ? t("application.activeUntil", { date: formatDate(language, end) }) : ""}
      >
        {nearEnd(application, today) !== undefined && <Renew application={application} />}
      </Words>
    );
  }
  if (order?.status === "paid_unfulfilled") {
    return <Words title={t("application.paidTitle")} text={t("application.paidText")} />;
  }
  if (status === "pending" && (!order || type?.price === 0)) {
    return <Words title={t("application.freeTitle")} text={t("application.freeText")} />;
  }
  if (status === "pending" && payment && refused) {
    return (
      <Words {...refused}>
        <Follow payment={payment} />
      </Words>
    );
  }
  if (status === "pending" && payment) {
    return (
      <Words title={t("application.payTitle")} text={t("application.payText")}>
        <PaymentBlock payment={payment} />
        {payment.by_hand && <OfflinePaymentFacts at={payment.at} />}
        {(payment.by_hand || !canPay(payment.state)) && <Follow payment={payment} />}
      </Words>
    );
  }
  return <Over application={application} />;
}

/** A membership that runs no more: why, and the way to another one. */
function Over({ application }: Pick<Props, "application">) {
  const { t, language } = useI18n();
  const { membership_end: end, renewed_until: renewed } = application;
  if (renewed !== undefined) {
    const date = renewed && formatDate(language, renewed);
    return (
      <Words
        title={t("application.renewedTitle")}
        text={date ? t("application.activeUntil", { date }) : ""}
      />
    );
  }
  if (end && hasLapsed(application)) {
    const text = t("application.lapsedText", { date: formatDate(language, end) });
    return (
      <Words title={t("application.lapsedTitle")} text={text}>
        <Renew application={application} />
      </Words>
    );
  }
  return (
    <Words title={t("application.closedTitle")} text={t("application.closedText")}>
      <a className="button" href={pathIn(language, "/membership")}>
        {t("application.back")}
      </a>
    </Words>
  );
}

/** Leads to the form for the same kind of membership. */
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

/** Leads to the page of the order, where it can be cancelled too. */
function Follow({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  return (
    <a className="button mt-6 w-full" href={pathIn(language, payment.path)}>
      {t("application.payFollow")}
    </a>
  );
}

function Words({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <h2 className="text-xl">{title}</h2>
      <p className="mb-5 mt-2 text-muted">{text}</p>
      {children}
    </>
  );
}
