import { Check } from "lucide-react";
import { formatAmount } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { localized, localizedList } from "../i18n/localized.ts";
import { Local } from "../ui/text.tsx";
import { type FederationEvent, isFull, type PriceOption, priceOptions } from "./events.ts";

/** Whether one can register here, and if not, why, in words. */
export function RegisterBlock({ event }: { event: FederationEvent }) {
  const { t, language } = useI18n();
  const options = priceOptions(event);
  const full = isFull(event);
  const left =
    event.max_participants === null ? null : event.max_participants - event.current_participants;
  const closed = event.status !== "upcoming";
  return (
    <section aria-labelledby="register" className="card p-6 shadow-card">
      <h2 id="register" className="text-xl">
        {t("events.registration")}
      </h2>
      {closed ? (
        <p className="mt-3 text-muted">
          {t(event.status === "cancelled" ? "events.cancelledMessage" : "events.closedMessage")}
        </p>
      ) : options.length === 0 ? (
        <p className="mt-3 font-semibold">{t("events.invitation")}</p>
      ) : (
        <>
          {left !== null && (
            <p className={`mt-3 ${full ? "font-semibold text-blood" : "text-muted"}`}>
              {full ? t("events.fullMessage") : t("events.placesLeft", { count: left })}
            </p>
          )}
          {full ? (
            <button type="button" disabled className="button mt-5 w-full">
              {t("events.full")}
            </button>
          ) : (
            <a className="button mt-5 w-full" href={pathIn(language, "/contact")}>
              {t("events.register")}
            </a>
          )}
        </>
      )}
    </section>
  );
}

/** What each package costs and holds. */
export function PricesBlock({ event }: { event: FederationEvent }) {
  const { t } = useI18n();
  const options = priceOptions(event);
  if (options.length === 0) return null;
  return (
    <section aria-labelledby="prices" className="space-y-4">
      <h2 id="prices" className="text-xl">
        {t("events.prices")}
      </h2>
      {options.map((option) => (
        <PriceCard key={option.id} option={option} currency={event.currency} />
      ))}
    </section>
  );
}

function PriceCard({ option, currency }: { option: PriceOption; currency: "XOF" }) {
  const { t, language } = useI18n();
  const features = localizedList(option.features, option.features_en, language);
  return (
    <div className="card p-5">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 text-base">
        <Local value={localized(option, "name", language)} />
        <span className="text-xl tabular-nums text-leaf">
          {option.amount === 0 ? t("events.free") : formatAmount(language, option.amount, currency)}
        </span>
      </h3>
      <p className="mt-1 text-sm text-muted">
        <Local value={localized(option, "description", language)} />
      </p>
      <ul className="mt-3 space-y-1 text-sm" lang={features.lang}>
        {features.items.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-leaf" />
            {feature}
          </li>
        ))}
      </ul>
    </div>
  );
}
