import { formatAmount } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { Refusal } from "./fulfilment.ts";

type Said = Pick<Refusal, "reason" | "price">;

/** Why something cannot be paid now, and what to do next. */
export function RefusalWords({ refusal }: { refusal: Said }) {
  const words = useRefusal(refusal);
  return (
    <>
      <p className="font-semibold">{words?.title}</p>
      <p>{words?.text}</p>
    </>
  );
}

/** The title and the text of a refusal, if there is one, in the language of the page. */
export function useRefusal(refusal: Said | null): { title: string; text: string } | undefined {
  const { t, language } = useI18n();
  if (!refusal) return undefined;
  const { reason, price } = refusal;
  return {
    title: t(`unpayable.${reason}.title`),
    text: t(`unpayable.${reason}.text`, {
      price: price && formatAmount(language, price.amount, price.currency),
    }),
  };
}
