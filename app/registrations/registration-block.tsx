import {
  type EventPlaces,
  type FederationEvent,
  isFull,
  type PriceOption,
  priceOptions,
} from "../events/events.ts";
import { PackageList } from "../events/package-list.tsx";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";

type Props = {
  event: FederationEvent;
  places: EventPlaces;
  /** Until when it is open is looked at when the page is made, and again when a form is sent. */
  open: boolean;
};

/** Whether one can register here, and if not, why, in words. */
export function RegisterBlock({ event, places, open }: Props) {
  const { t, language } = useI18n();
  const form = `${pathIn(language, `/events/${event.id}`)}?register=1#form`;
  const full = isFull(event);
  return (
    <section aria-labelledby="register" className="card p-6 shadow-card">
      <h2 id="register" className="text-xl">
        {t("events.registration")}
      </h2>
      {!open ? (
        <p className="mt-3 text-muted">
          {t(event.status === "cancelled" ? "events.cancelledMessage" : "events.closedMessage")}
        </p>
      ) : priceOptions(event).length === 0 ? (
        <p className="mt-3 font-semibold">{t("events.invitation")}</p>
      ) : (
        <>
          <PlacesInWords event={event} places={places} />
          {full ? (
            <>
              <button type="button" disabled className="button mt-5 w-full">
                {t("events.full")}
              </button>
              <a className="button button-line mt-3 w-full" href={form}>
                {t("registration.joinWaiting")}
              </a>
            </>
          ) : (
            <a className="button mt-5 w-full" href={form}>
              {t("events.register")}
            </a>
          )}
        </>
      )}
    </section>
  );
}

/** '64 places : 40 confirmées, 3 en attente de paiement, 21 libres.' Nothing is said of what nobody has. */
function PlacesInWords({ event, places }: Omit<Props, "open">) {
  const { t } = useI18n();
  const { max_participants: max, current_participants: current } = event;
  const { held, offered, unproven, waiting } = places;
  if (max === null) return null;
  const confirmed = current - held - offered - unproven;
  const parts = [
    ...(confirmed > 0 ? [t("places.confirmed", { count: confirmed })] : []),
    ...(held > 0 ? [t("places.held", { count: held })] : []),
    ...(offered > 0 ? [t("places.offered", { count: offered })] : []),
    ...(unproven > 0 ? [t("places.unproven", { count: unproven })] : []),
    t("places.free", { count: max - current }),
  ];
  return (
    <>
      <p className="mt-3 text-muted">
        {t("places.sentence", {
          total: t("places.total", { count: max }),
          parts: parts.join(", "),
        })}
      </p>
      {waiting > 0 && <p className="mt-2 text-muted">{t("places.waiting", { count: waiting })}</p>}
    </>
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
  return (
    <div className="card p-5">
      <PackageList option={option} currency={currency} title="h3" />
    </div>
  );
}
