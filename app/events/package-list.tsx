import { Check } from "lucide-react";
import { formatAmount } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { localized, localizedList } from "../i18n/localized.ts";
import { Local } from "../ui/text.tsx";
import type { PriceOption } from "./events.ts";

type Props = {
  option: PriceOption;
  currency: "XOF";
  /** Beside its radio button a package has no heading, and only what a label may hold. */
  title: "h3" | "span";
};

/** One package: its name, what it costs, and what it holds. */
export function PackageList({ option, currency, title: Title }: Props) {
  const { t, language } = useI18n();
  const [List, Item] = Title === "h3" ? (["ul", "li"] as const) : (["span", "span"] as const);
  const features = localizedList(option.features, option.features_en, language);
  return (
    <>
      <Title className="flex flex-wrap items-baseline justify-between gap-x-4 text-base font-bold">
        <Local value={localized(option, "name", language)} />
        <span className="text-xl tabular-nums text-leaf">
          {option.amount === 0 ? t("events.free") : formatAmount(language, option.amount, currency)}
        </span>
      </Title>
      <span className="mt-1 block text-sm text-muted">
        <Local value={localized(option, "description", language)} />
      </span>
      {features.items.length > 0 && (
        <List className="mt-2 block space-y-1 text-sm" lang={features.lang}>
          {features.items.map((feature) => (
            <Item key={feature} className="flex gap-2">
              <Check aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-leaf" />
              {feature}
            </Item>
          ))}
        </List>
      )}
    </>
  );
}
