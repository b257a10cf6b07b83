import { Check } from "lucide-react";
import { formatAmount } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { localized, localizedList } from "../../i18n/localized.ts";
import { Local } from "../../ui/text.tsx";
import type { MembershipType } from "./membership-types.record.ts";

/** One kind of membership: what it costs, what it gives, and the way to take it. */
export function MembershipTypeCard({
  type,
  selected,
}: {
  type: MembershipType;
  selected: boolean;
}) {
  const { t, language } = useI18n();
  const name = localized(type, "name", language);
  const features = localizedList(type.features, type.features_en, language);
  return (
    <article className="card flex flex-col wrap-anywhere">
      <div className="on-dark bg-night p-6 text-white">
        <h3 className="text-xl">
          <Local value={name} />
        </h3>
        <p className="mt-3">
          <span className="block text-2xl font-black text-yellow tabular-nums">
            {type.price === 0
              ? t("membership.partnerPrice")
              : formatAmount(language, type.price, type.currency)}
          </span>
          <span className="text-mist">
            <Local value={localized(type, "period", language)} />
          </span>
        </p>
      </div>
      <div className="flex flex-1 flex-col gap-5 p-6">
        <p className="text-sm text-muted">
          <Local value={localized(type, "description", language)} />
        </p>
        <ul className="space-y-2">
          {features.items.map((feature) => (
            <li key={feature} lang={features.lang} className="flex gap-3">
              <Check aria-hidden="true" size={20} className="mt-1 shrink-0 text-leaf" />
              {feature}
            </li>
          ))}
        </ul>
        <a
          className="button mt-auto"
          href={`${pathIn(language, "/membership")}?type=${type.id}#form`}
          aria-current={selected ? "true" : undefined}
        >
          {t("membership.select")}
          <span className="quiet">
            <Local value={name} />
          </span>
        </a>
      </div>
    </article>
  );
}
