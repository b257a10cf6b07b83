import { formatTime } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { FederationEvent } from "../events.ts";

type Props = Pick<FederationEvent, "date" | "time" | "end_date" | "end_time">;

/** When it begins and, where that is known, ends: '10 h – 18 h'. */
export function Hours({ date, time, end_date, end_time }: Props) {
  const { t, language } = useI18n();
  if (!time) return null;
  const from = formatTime(language, time);
  if (!end_time) return from;
  const to = formatTime(language, end_time);
  return end_date && end_date !== date ? t("events.hoursOfDays", { from, to }) : `${from} – ${to}`;
}
