import { formatMoment } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { canAsk, type PaymentView } from "../page/payment-view.ts";

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
