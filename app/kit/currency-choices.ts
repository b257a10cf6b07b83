import { CURRENCY_LABEL } from "../i18n/format.ts";

/** The currencies to choose from, as people here call them. */
export const CURRENCY_CHOICES = Object.entries(CURRENCY_LABEL).map(([value, label]) => ({
  value,
  label: value === label ? label : `${label} (${value})`,
}));
