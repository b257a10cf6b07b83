import { currencyLabel, PRICE_CURRENCIES } from "../../i18n/format.ts";

/** The currencies of prices to choose from, as people here call them. */
export const CURRENCY_CHOICES = PRICE_CURRENCIES.map((value) => {
  const label = currencyLabel(value);
  return { value, label: value === label ? label : `${label} (${value})` };
});
