import { isChoosable, type Offer } from "../../events/events.ts";
import { PackageList } from "../../events/packages/package-list.tsx";
import type { PriceCurrency } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { FieldOf } from "../../site/person-fields.tsx";
import { RadioCards } from "../../ui/fields.tsx";

type Props = {
  offers: readonly Offer[];
  /** A place is only to be waited for: what is sold out can be, too. */
  waits?: boolean;
  currency: PriceCurrency;
  field: FieldOf;
};

/** The packages of an event to choose from; one that cannot be had says why. */
export function PackageChoice({ offers, waits = false, currency, field }: Props) {
  const { t } = useI18n();
  const selected = field("priceId");
  const first = offers.find((offer) => isChoosable(offer, waits));
  return (
    <RadioCards
      {...selected}
      label={t("registration.price")}
      defaultValue={selected.defaultValue ?? first?.id}
      options={offers.map((offer) => ({
        value: offer.id,
        card: <PackageList offer={offer} currency={currency} title="span" />,
        disabled: !isChoosable(offer, waits),
      }))}
      required
    />
  );
}
