import { useRouteLoaderData } from "react-router";
import { isoDay } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { DEFAULT_SETTINGS, type SiteSettings } from "../../settings/settings.ts";
import { Facts } from "../page/facts.tsx";
import { type AmountOwed, amountFacts, deskFacts, type Fact } from "./by-hand.ts";

type Props = {
  /** Without, only where and when. */
  owed?: Omit<AmountOwed, "reference">;
  /** The moment of the page. */
  at: Date;
};

/** What whoever pays at the federation must know. */
export function ByHandFacts({ owed, at }: Props) {
  const { language } = useI18n();
  const site = useRouteLoaderData<{ settings: SiteSettings }>("site");
  const facts: Fact[] = [
    ...(owed ? amountFacts(language, owed) : []),
    ...deskFacts(language, site?.settings ?? DEFAULT_SETTINGS, isoDay(at)),
  ];
  return <Facts rows={facts} />;
}
