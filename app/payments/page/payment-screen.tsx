import type { FormState } from "../../core/http/submission.server.ts";
import { formatMoment } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { Missing, Moved } from "../../site/frame/missing.tsx";
import { PageBanner } from "../../site/frame/page-banner.tsx";
import { PageHead } from "../../site/frame/page-head.tsx";
import { ErrorSummary } from "../../site/public-form.tsx";
import { ByHandSection } from "../offline/by-hand-section.tsx";
import { PaymentBlock } from "./payment-block.tsx";
import { PaymentStateSection, WaysOutSection } from "./payment-state-section.tsx";
import { PaymentTimeline } from "./payment-timeline-section.tsx";
import { canAsk, type PaymentView } from "./payment-view.ts";
import { SharePayment } from "./share-payment.tsx";

type Props = {
  payment: PaymentView | undefined;
  /** The operator's address, when the payer is on the way there. */
  leaving: string | null;
  unavailable: boolean;
  /** The address was renewed. */
  moved: boolean;
  state?: FormState;
};

/** Where the money of an order is, for its holder or for whoever pays for them. */
export function PaymentScreen({ payment, leaving, unavailable, moved, state }: Props) {
  const { t, language } = useI18n();
  if (moved) return <Moved />;
  if (!payment) {
    return (
      <Missing
        title={t(unavailable ? "payment.title" : "payment.notFoundTitle")}
        message={t(unavailable ? "forms.unavailable" : "payment.notFoundMessage")}
        back={
          unavailable
            ? { path: "/", label: t("notFound.back") }
            : { path: "/payments", label: t("payments.title") }
        }
      />
    );
  }
  const label = language === "fr" ? payment.label_fr : payment.label_en;
  const title = t(payment.shared ? "payment.sharedTitle" : "payment.title");
  return (
    <>
      <PageHead title={title} description={label} noindex />
      {leaving ? (
        <meta httpEquiv="refresh" content={`0;url=${leaving}`} />
      ) : (
        payment.refresh && (
          <meta
            httpEquiv="refresh"
            content={`${payment.refresh};url=${pathIn(language, payment.path)}`}
          />
        )
      )}
      <PageBanner title={title} lead={label} />
      <div className="wrap section">
        <section className="card mx-auto max-w-[640px] p-6 shadow-card wrap-anywhere md:p-10">
          <PaymentStateSection payment={payment} />
          {/* Whichever button was pressed, and whether or not it is still there. */}
          {state?.values.intent !== "announce" && <ErrorSummary state={state} className="mb-6" />}
          <AskOperator payment={payment} />
          <PaymentBlock payment={payment} state={state} />
          {!payment.shared && <ByHandSection payment={payment} state={state} />}
          <SharePayment payment={payment} />
          <PaymentTimeline payment={payment} />
          <WaysOutSection payment={payment} />
        </section>
      </div>
    </>
  );
}

/** For whoever was charged and reads here that nothing came: the operator is asked once more. */
export function AskOperator({ payment }: { payment: PaymentView }) {
  const { t, language } = useI18n();
  const { asked_at: at, path } = payment;
  if (!at || !canAsk(payment)) return null;
  return (
    <form method="post" action={pathIn(language, path)} className="mb-8">
      <p className="text-sm text-muted">
        {t("payment.askText", { time: formatMoment(language, at) })}
      </p>
      <button type="submit" name="intent" value="ask" className="link min-h-11">
        {t("payment.ask")}
      </button>
    </form>
  );
}
