import { CalendarDays, Clock, MapPin, Users } from "lucide-react";
import type { ReactNode } from "react";
import { limitsKey } from "../../core/values/age.ts";
import type { FederationEvent } from "../../events/events.ts";
import { Hours } from "../../events/page/event-card.tsx";
import { formatDays, formatWeekday } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { localized } from "../../i18n/localized.ts";
import { Local } from "../../ui/text.tsx";
import { limitsOf } from "./person-rules.ts";

/** When and where an event is, for whom, and how many come. */
export function EventFacts({ event }: { event: FederationEvent }) {
  const { t, language } = useI18n();
  const { current_participants: current, max_participants: max } = event;
  const ages = limitsKey(event);
  const facts: { label: string; Icon: typeof Clock; value: ReactNode }[] = [
    {
      label: t("events.date"),
      Icon: CalendarDays,
      value: (
        <time dateTime={event.date}>
          {!event.end_date && formatWeekday(language, event.date)}{" "}
          {formatDays(language, event.date, event.end_date)}
        </time>
      ),
    },
    ...(event.time ? [{ label: t("events.time"), Icon: Clock, value: <Hours {...event} /> }] : []),
    {
      label: t("events.place"),
      Icon: MapPin,
      value: <Local value={localized(event, "location", language)} />,
    },
    ...(ages
      ? [
          {
            label: t("events.ages"),
            Icon: Users,
            value: t(`events.agesOf.${ages}`, limitsOf(event)),
          },
        ]
      : []),
    {
      label: t("events.participants"),
      Icon: Users,
      value:
        max === null
          ? t("events.participantsOpen", { current })
          : t("events.participantsOf", { current, max }),
    },
  ];
  return (
    <dl className="mt-7 grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {facts.map(({ label, Icon, value }) => (
        <div key={label} className="relative pl-8">
          <dt className="text-sm text-mist">
            <Icon aria-hidden="true" size={20} className="absolute left-0 top-1 text-yellow" />
            {label}
          </dt>
          <dd className="font-semibold first-letter:uppercase">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
