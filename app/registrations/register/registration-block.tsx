import {
  type EventPlaces,
  type FederationEvent,
  mustWait,
  type Offer,
  type RegistrationWindow,
} from "../../events/events.ts";
import { PackageList } from "../../events/packages/package-list.tsx";
import { formatMoment } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { Paragraphs } from "../../ui/text.tsx";

type Props = {
  event: FederationEvent;
  places: EventPlaces;
  offers: readonly Offer[];
  /** As it was when the page was made; it is looked at again when a form is sent. */
  stage: RegistrationWindow;
};

/** Whether one can register here, and if not, why, in words. */
export function RegisterBlock({ event, places, offers, stage: window }: Props) {
  const { t, language } = useI18n();
  const form = `${pathIn(language, `/events/${event.id}`)}?register=1#form`;
  const full = mustWait(event, offers);
  const isOver = offers.length > 0 && offers.every(({ state }) => state === "ended");
  const stage = window === "open" && isOver ? "closed" : window;
  const isCancelled = event.status === "cancelled";
  const reason = localized(event, "cancellation_reason", language);
  return (
    <section aria-labelledby="register" className="card p-6 shadow-card">
      <h2 id="register" className="text-xl">
        {t("events.registration")}
      </h2>
      {stage !== "open" ? (
        <div className="mt-3 space-y-3 text-muted">
          <p>
            {stage === "soon" ? (
              <OpensAt event={event} />
            ) : (
              t(isCancelled ? "events.cancelledMessage" : "events.closedMessage")
            )}
          </p>
          {isCancelled && reason.text && <Paragraphs value={reason} />}
        </div>
      ) : offers.length === 0 ? (
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

function OpensAt({ event: { registration_opens_at: opens } }: Pick<Props, "event">) {
  const { t, language } = useI18n();
  return opens && t("events.opensAt", { moment: formatMoment(language, opens) });
}

/** '64 places : 40 confirmées, 3 en attente de paiement, 21 libres.' Nothing is said of what nobody has. */
function PlacesInWords({ event, places }: Pick<Props, "event" | "places">) {
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
export function PricesBlock({ event, offers }: Pick<Props, "event" | "offers">) {
  const { t } = useI18n();
  if (offers.length === 0) return null;
  return (
    <section aria-labelledby="prices" className="space-y-4">
      <h2 id="prices" className="text-xl">
        {t("events.prices")}
      </h2>
      {offers.map((offer) => (
        <div key={offer.id} className="card p-5">
          <PackageList offer={offer} currency={event.currency} title="h3" />
        </div>
      ))}
    </section>
  );
}
