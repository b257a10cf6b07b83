import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { FormState } from "../../core/http/submission.server.ts";
import {
  type EventPlaces,
  type FederationEvent,
  isChoosable,
  mustWait,
  type Offer,
  type RegistrationWindow,
} from "../../events/events.ts";
import { EventState } from "../../events/page/event-card.tsx";
import { eventJsonLd } from "../../events/page/event-json-ld.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { useDocument } from "../../site/document.ts";
import { FrenchNote } from "../../site/frame/french-note.tsx";
import { PageHead } from "../../site/frame/page-head.tsx";
import { ShareBlock } from "../../site/icons/share-block.tsx";
import type { SharePicture } from "../../site/icons/share-picture.ts";
import type { Written } from "../../texts/text-document.ts";
import { WrittenText } from "../../texts/written-text.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Local } from "../../ui/text.tsx";
import { EventFacts } from "./event-facts.tsx";
import { PricesBlock, RegisterBlock } from "./registration-block.tsx";
import { RegistrationForm } from "./registration-form.tsx";

type DetailProps = {
  event: FederationEvent & { places: EventPlaces; text: Written; share?: SharePicture };
  stage: RegistrationWindow;
  offers: readonly Offer[];
  registering: boolean;
  state?: FormState;
  /** Says that this is not the event itself: nobody registers here, or is asked to share it. */
  mark?: ReactNode;
};

/** An event with its places and prices, and the form that opens in it. */
export function EventDetail({ event, stage, offers, registering, state, mark }: DetailProps) {
  const { t, language } = useI18n();
  const { publicUrl } = useDocument();
  const title = localized(event, "title", language);
  const description = localized(event, "description", language);
  const rules = localized(event, "rules", language);
  // It shows the packages too, to choose from.
  const waits = mustWait(event, offers);
  const isOnSale = stage === "open" && offers.some((offer) => isChoosable(offer, waits));
  const form = state ? offers.length > 0 : registering && isOnSale;
  return (
    <>
      <PageHead
        title={title.text}
        description={description.text.split("\n", 1)[0]?.slice(0, 200) ?? ""}
        share={registering ? undefined : event.share}
        type="article"
        // Search engines are told of the event at its own address.
        data={registering || mark ? undefined : eventJsonLd(event, offers, language, publicUrl)}
        noindex={registering || mark !== undefined}
      />
      <header className="on-dark slant relative isolate bg-night pt-28 text-white md:pt-36">
        <div className="wrap grid gap-10 lg:grid-cols-[1fr_440px] lg:items-center">
          <div>
            <p className="flex flex-wrap gap-x-6 text-sm">
              <a
                className="link inline-flex min-h-11 items-center gap-2"
                href={pathIn(language, "/")}
              >
                <ArrowLeft aria-hidden="true" size={18} />
                {t("events.back")}
              </a>
              <AllEvents />
            </p>
            <p className="mt-4 flex flex-wrap gap-2">
              <span className="badge">{t(`events.category.${event.category}`)}</span>
              <EventState event={event} />
            </p>
            <h1 className="mt-4 text-3xl">
              <Local value={title} />
            </h1>
            <FrenchNote of={[title, description, rules]} />
            <EventFacts event={event} />
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
      <div className="wrap grid gap-x-16 gap-y-12 py-16 lg:grid-cols-[1fr_360px]">
        {/* On a phone what one came for stands before what there is to read. */}
        <aside className="space-y-6 lg:sticky lg:top-24 lg:col-start-2 lg:self-start">
          {!mark && (
            <RegisterBlock event={event} places={event.places} offers={offers} stage={stage} />
          )}
          {!form && <PricesBlock event={event} offers={offers} />}
        </aside>
        <div className="space-y-12 lg:col-start-1 lg:row-start-1">
          <section aria-labelledby="about">
            <h2 id="about" className="mb-5 text-2xl">
              {t("events.about")}
            </h2>
            <div className="prose">
              <WrittenText value={event.text} under={2} />
            </div>
          </section>
          {rules.text && <Rules rules={rules} />}
          {!form && !mark && <ShareBlock title={title.text} path={`/events/${event.id}`} />}
          <p>
            <AllEvents />
          </p>
        </div>
      </div>
      {form && <RegistrationForm event={event} offers={offers} full={waits} state={state} />}
      {mark}
    </>
  );
}

function AllEvents() {
  const { t, language } = useI18n();
  return (
    <a className="link inline-flex min-h-11 items-center" href={pathIn(language, "/events")}>
      {t("events.list")}
    </a>
  );
}

/** Each line of the rules is one rule. */
function Rules({ rules }: { rules: { text: string; lang?: string } }) {
  const { t } = useI18n();
  return (
    <section aria-labelledby="rules">
      <h2 id="rules" className="mb-5 text-2xl">
        {t("events.rules")}
      </h2>
      <ol className="rules prose list-decimal pl-6" lang={rules.lang}>
        {rules.text
          .split("\n")
          .filter((rule) => rule.trim() !== "")
          .map((rule) => (
            <li key={rule} className="pl-2">
              {rule}
            </li>
          ))}
      </ol>
    </section>
  );
}
