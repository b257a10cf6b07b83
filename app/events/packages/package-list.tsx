import { Check } from "lucide-react";
import { formatAmount, formatMoment, type PriceCurrency } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { localized, localizedList } from "../../i18n/localized.ts";
import { Local } from "../../ui/text.tsx";
import type { Offer } from "../events.ts";

type Props = {
  offer: Offer;
  currency: PriceCurrency;
  /** Beside its radio button a package has no heading, and says in one line what it holds. */
  title: "h3" | "span";
};

/** One package: its name, what it costs, how long and how often it can be had, and what it holds. */
export function PackageList({ offer, currency, title: Title }: Props) {
  const { t, language } = useI18n();
  const description = localized(offer, "description", language);
  const features = localizedList(offer.features, offer.features_en, language);
  const inShort =
    features.items.length > 0
      ? { text: features.items.join(" · "), lang: features.lang }
      : description;
  return (
    <>
      <Title className="block text-base font-bold">
        <Local value={localized(offer, "name", language)} />
        <span className="block text-xl tabular-nums text-leaf">
          {offer.amount === 0 ? t("events.free") : formatAmount(language, offer.amount, currency)}
        </span>
      </Title>
      <Availability offer={offer} />
      {Title === "h3" ? (
        <>
          <p className="mt-1 text-sm text-muted">
            <Local value={description} />
          </p>
          {features.items.length > 0 && (
            <ul className="mt-2 stack-1 text-sm" lang={features.lang}>
              {features.items.map((feature) => (
                <li key={feature} className="flex gap-2">
                  <Check aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-leaf" />
                  {feature}
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <span className="mt-1 block text-sm text-muted">
          <Local value={inShort} />
        </span>
      )}
    </>
  );
}

/** Until when a package can be chosen and how many of its places are left, or why it cannot. */
function Availability({ offer: { state, left, ends_at } }: Pick<Props, "offer">) {
  const { t, language } = useI18n();
  const moment = ends_at && formatMoment(language, ends_at);
  const words = [];
  if (state === "ended") words.push(t("events.packageEnded", { moment }));
  else if (state === "soldOut") words.push(t("events.packageSoldOut"));
  else {
    if (left !== null && left > 0) words.push(t("events.packageLeft", { count: left }));
    if (moment) words.push(t("events.packageUntil", { moment }));
  }
  if (words.length === 0) return null;
  return (
    <span
      data-package={state}
      className={`mt-1 block text-sm font-semibold ${state === "open" ? "text-leaf" : "text-blood"}`}
    >
      {words.join(" · ")}
    </span>
  );
}
