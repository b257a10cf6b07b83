import {
  ArrowLeft,
  CalendarDays,
  CalendarPlus,
  Clock,
  Coins,
  IdCard,
  MapPin,
  Ticket,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import type { FormState } from "../../core/http/submission.server.ts";
import { limitsKey } from "../../core/values/age.ts";
import {
  type EventPlaces,
  type FederationEvent,
  isChoosable,
  isRunning,
  mustWait,
  type Offer,
  type RegistrationWindow,
} from "../../events/events.ts";
import { PackageList } from "../../events/packages/package-list.tsx";
import { EventState, Hours, Occupancy, Taken } from "../../events/page/event-card.tsx";
import { eventJsonLd } from "../../events/page/event-json-ld.ts";
import { formatAmount, formatLongDays, formatMoment } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type Language, pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { useDocument } from "../../site/document.ts";
import { FrenchNote, PageHead } from "../../site/frame/page-head.tsx";
import { ShareBlock } from "../../site/icons/share-block.tsx";
import type { SharePicture } from "../../site/icons/share-picture.ts";
import type { Written } from "../../texts/text-document.ts";
import { WrittenText } from "../../texts/written-text.tsx";
import { Picture } from "../../ui/picture.tsx";
import { StickyAction } from "../../ui/section.tsx";
import { Local, Paragraphs } from "../../ui/text.tsx";
import { limitsOf, rulesOf } from "../registrations.ts";
import { RegistrationForm } from "./registration-form.tsx";
import { RuleList } from "./rule-list.tsx";

type DetailProps = {
  event: FederationEvent & { places: EventPlaces; text: Written; share?: SharePicture };
  stage: RegistrationWindow;
  offers: readonly Offer[];
  registering: boolean;
  state?: FormState;
  /** The banner of a preview, where one can neither register nor share. */
  previewNote?: ReactNode;
};

/** An event with its places and prices; or the form that opens in its place, which then is all that there is to do. */
export function EventDetail({
  event,
  stage,
  offers,
  registering,
  state,
  previewNote,
}: DetailProps) {
  const { t, language } = useI18n();
  const { publicUrl } = useDocument();
  const title = localized(event, "title", language);
  const description = localized(event, "description", language);
  const rules = rulesOf(event, language);
  // The form lists the packages itself.
  const waits = mustWait(event, offers);
  const isOnSale = stage === "open" && offers.some((offer) => isChoosable(offer, waits));
  const price = usePrice(
    event,
    waits ? offers : offers.filter((offer) => isChoosable(offer, false)),
  );
  const form = state ? offers.length > 0 : registering && isOnSale;
  const head = (
    <PageHead
      title={title.text}
      description={description.text.split("\n", 1)[0]?.slice(0, 200) ?? ""}
      share={registering ? undefined : event.share}
      type="article"
      // The structured data belongs to the address of the event alone.
      data={
        registering || previewNote ? undefined : eventJsonLd(event, offers, language, publicUrl)
      }
      noindex={registering || previewNote !== undefined}
    />
  );
  if (form) {
    return (
      <>
        {head}
        <header className="on-dark slant bg-night pt-20 text-white">
          <div className="wrap">
            <a
              className="link inline-flex min-h-11 items-center gap-2 text-sm"
              href={pathIn(language, `/events/${event.id}`)}
            >
              <ArrowLeft aria-hidden="true" size={18} />
              {t("ticket.backToEvent")}
            </a>
            <h1 className="text-3xl">
              <Local value={title} />
            </h1>
            <p className="mt-2 text-mist first-letter:uppercase">
              {formatLongDays(language, event.date, event.end_date)}
              {" · "}
              <Local value={localized(event, "location", language)} />
            </p>
            <FrenchNote of={[title, rules]} />
          </div>
        </header>
        <RegistrationForm event={event} offers={offers} full={waits} state={state} />
      </>
    );
  }
  return (
    <>
      {head}
      <header className="on-dark slant bg-night pt-20 text-white">
        <div className="wrap grid gap-x-10 gap-y-6 lg:grid-cols-[1fr_440px] lg:items-center">
          <div>
            <a
              className="link inline-flex min-h-11 items-center gap-2 text-sm"
              href={pathIn(language, "/events")}
            >
              <ArrowLeft aria-hidden="true" size={18} />
              {t("events.list")}
            </a>
            <p className="mt-4 flex flex-wrap gap-2">
              <span className="badge">{t(`events.category.${event.category}`)}</span>
              <EventState event={event} />
            </p>
            <h1 className="mt-4 text-3xl">
              <Local value={title} />
            </h1>
            <FrenchNote of={[title, description, rules]} />
            <EventFacts event={event} price={isOnSale ? price : undefined} />
          </div>
          <div className="aspect-event overflow-hidden rounded-card">
            <Picture
              src={event.image_url}
              kind="event"
              alt=""
              sizes="(max-width: 560px) 300px, 440px"
              first
            />
          </div>
        </div>
      </header>
      <div className="wrap grid gap-x-16 gap-y-12 pt-10 pb-16 lg:grid-cols-[1fr_360px]">
        {/* On a phone the registration comes before the text. */}
        <aside className="stack-6 lg:sticky lg:top-24 lg:col-start-2 lg:self-start">
          {!previewNote && (
            <RegisterBlock event={event} places={event.places} offers={offers} stage={stage} />
          )}
          {!previewNote && isRunning(event) && (
            <p className="print:hidden">
              <a
                className="link inline-flex min-h-11 items-center gap-2"
                href={pathIn(language, `/events/${event.id}/calendar.ics`)}
              >
                <CalendarPlus aria-hidden="true" size={20} />
                {t("ticket.calendar")}
              </a>
            </p>
          )}
          <PricesBlock event={event} offers={offers} />
        </aside>
        <div className="stack-12 lg:col-start-1 lg:row-start-1">
          <section aria-labelledby="about">
            <h2 id="about" className="mb-5 text-2xl">
              {t("events.about")}
            </h2>
            <div className="prose">
              <WrittenText value={event.text} under={2} />
            </div>
          </section>
          {rules.text && (
            <section aria-labelledby="rules">
              <h2 id="rules" className="mb-5 text-2xl">
                {t("events.rules")}
              </h2>
              <RuleList rules={rules} />
            </section>
          )}
          {!previewNote && <ShareBlock title={title.text} path={`/events/${event.id}`} />}
          <p>
            <a className="link inline-flex min-h-11 items-center" href={pathIn(language, "/")}>
              {t("events.back")}
            </a>
          </p>
        </div>
      </div>
      {previewNote}
      {isOnSale && !previewNote && (
        <StickyAction href={registerAddress(event, language)}>
          {t(waits ? "registration.joinWaiting" : "events.register")}
          {!waits && price && ` · ${price}`}
        </StickyAction>
      )}
    </>
  );
}

/** The lowest price of these packages, and whether one of them is free; undefined where there are none. */
function usePrice({ currency }: FederationEvent, offers: readonly Offer[]): string | undefined {
  const { t, language } = useI18n();
  const paid = new Set(offers.map(({ amount }) => amount).filter((amount) => amount > 0));
  if (paid.size === 0) return offers.length > 0 ? t("events.free") : undefined;
  const lowest = formatAmount(language, Math.min(...paid), currency);
  const price = paid.size === 1 ? lowest : t("events.from", { price: lowest });
  return offers.some(({ amount }) => amount === 0) ? t("events.freeOr", { price }) : price;
}

/** Date, time, venue, ages, price and participants. */
function EventFacts({ event, price }: { event: FederationEvent; price?: string }) {
  const { t, language } = useI18n();
  const { current_participants: current } = event;
  const ages = limitsKey(event);
  const facts: { label: string; Icon: typeof Clock; value: ReactNode }[] = [
    {
      label: t("events.date"),
      Icon: CalendarDays,
      value: (
        <time dateTime={event.date}>{formatLongDays(language, event.date, event.end_date)}</time>
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
    ...(event.asks_licence
      ? [
          {
            label: t("events.licence"),
            Icon: IdCard,
            value: t(event.asks_club ? "events.clubAsked" : "events.licenceAsked"),
          },
        ]
      : []),
    ...(price ? [{ label: t("events.price"), Icon: Coins, value: price }] : []),
    ...(isRunning(event) || current > 0
      ? [
          {
            label: t("events.participants"),
            Icon: Ticket,
            value: isRunning(event) ? <Taken event={event} /> : current,
          },
        ]
      : []),
  ];
  return (
    <dl className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-2">
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

type Props = {
  event: FederationEvent;
  places: EventPlaces;
  offers: readonly Offer[];
  /** When the page was rendered; it is checked again when a form is sent. */
  stage: RegistrationWindow;
};

const registerAddress = ({ id }: FederationEvent, language: Language) =>
  `${pathIn(language, `/events/${id}`)}?register=1#form`;

/** The link to the form, or why one cannot register. */
function RegisterBlock({ event, places, offers, stage: window }: Props) {
  const { t, language } = useI18n();
  const form = registerAddress(event, language);
  const full = mustWait(event, offers);
  const isSold = offers.length > 0 && offers.every(({ state }) => state === "ended");
  const stage = window === "open" && isSold ? "closed" : window;
  const isOver = event.status === "completed";
  const isCancelled = event.status === "cancelled";
  const reason = localized(event, "cancellation_reason", language);
  // On a phone the button stands at the foot of the screen.
  const isBare = stage === "open" && offers.length > 0 && event.max_participants === null;
  return (
    <section
      aria-labelledby="register"
      className={`card p-6 shadow-card ${isBare ? "max-lg:hidden" : ""}`}
    >
      <h2 id="register" className="text-xl">
        {t(isOver ? "events.status.completed" : "events.registration")}
      </h2>
      {stage !== "open" ? (
        <div className="mt-3 stack-3 text-muted">
          <p>
            {stage === "soon" ? (
              <OpensAt event={event} />
            ) : isCancelled ? (
              t("events.cancelledMessage")
            ) : (
              t(isOver ? "events.overMessage" : "events.closedMessage")
            )}
          </p>
          {isOver && (
            <a className="link inline-flex min-h-11 items-center" href={pathIn(language, "/news")}>
              {t("events.results")}
            </a>
          )}
          {isCancelled && reason.text && <Paragraphs value={reason} />}
        </div>
      ) : offers.length === 0 ? (
        <p className="mt-3 font-semibold">{t("events.invitation")}</p>
      ) : (
        <>
          <PlacesSummary event={event} places={places} />
          {full ? (
            <>
              <button type="button" disabled className="button mt-5 w-full">
                {t("events.full")}
              </button>
              <a className="button mt-4 w-full max-lg:hidden" href={form}>
                {t("registration.joinWaiting")}
              </a>
            </>
          ) : (
            <a className="button mt-5 w-full max-lg:hidden" href={form}>
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

/** Below how many places are taken, which the head says, what is still open: '1 en attente de paiement, 61 places disponibles'. */
function PlacesSummary({ event, places }: Pick<Props, "event" | "places">) {
  const { t } = useI18n();
  const { max_participants: max, current_participants: current } = event;
  const { held, offered, unproven, waiting } = places;
  if (max === null) return null;
  const parts = [
    ...(held > 0 ? [t("places.held", { count: held })] : []),
    ...(offered > 0 ? [t("places.offered", { count: offered })] : []),
    ...(unproven > 0 ? [t("places.unproven", { count: unproven })] : []),
    t("places.free", { count: max - current }),
  ];
  return (
    <div className="mt-4">
      <Occupancy event={event} />
      <p className="mt-2 text-muted">{parts.join(", ")}</p>
      {waiting > 0 && <p className="mt-2 text-muted">{t("places.waiting", { count: waiting })}</p>}
    </div>
  );
}

/** The packages with their prices. */
function PricesBlock({ event, offers }: Pick<Props, "event" | "offers">) {
  const { t } = useI18n();
  // Nothing is sold any more.
  const isOver = event.status === "cancelled" || event.status === "completed";
  if (offers.length === 0 || isOver) return null;
  return (
    <section aria-labelledby="prices" className="stack-4">
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
