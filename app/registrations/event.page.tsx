import { ArrowLeft } from "lucide-react";
import { data, redirect } from "react-router";
import { choice, recordId } from "../core/address-checks.ts";
import { senderOf } from "../core/browser.server.ts";
import { currentTime } from "../core/clock.ts";
import { asVisitor } from "../core/database/doors.server.ts";
import { readOrUnavailable } from "../core/fallback.server.ts";
import { type Flash, setFlash } from "../core/flash.ts";
import { isId } from "../core/id.ts";
import { requestInfoContext } from "../core/request-info.ts";
import { type FormState, formResponse, handleForm } from "../core/submission.server.ts";
import { EventState } from "../events/event-card.tsx";
import { eventJsonLd } from "../events/event-json-ld.ts";
import { sampleEvents } from "../events/events.samples.ts";
import {
  type EventPlaces,
  type FederationEvent,
  type RegistrationWindow,
  registrationWindow,
} from "../events/events.ts";
import { findEvent, findPersonRules } from "../events/events.visitor.server.ts";
import { isChoosable, mustWait, type Offer, offersOf } from "../events/packages.ts";
import { readMinorAge } from "../guardians/minor-age.visitor.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { useDocument } from "../site/document.ts";
import { Missing } from "../site/missing.tsx";
import { PageHead } from "../site/page-head.tsx";
import { ShareBlock } from "../site/share-block.tsx";
import { inWords, readText } from "../texts/read-text.server.ts";
import type { Written } from "../texts/text-document.ts";
import { WrittenText } from "../texts/written-text.tsx";
import { Picture } from "../ui/picture.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/event.page.ts";
import { EventFacts } from "./event-facts.tsx";
import type { PersonRules } from "./person-rules.ts";
import { PricesBlock, RegisterBlock } from "./registration-block.tsx";
import { RegistrationForm } from "./registration-form.tsx";
import { registrationSchema } from "./registration-schema.ts";
import { register } from "./visitor-registration.system.server.ts";

export const handle = {
  reads: ["events", "event_packages", "event_registrations"],
  segments: { id: recordId },
  parameters: { register: choice("1") },
};

const NOBODY: EventPlaces = { held: 0, offered: 0, unproven: 0, waiting: 0 };

/**
 * The event, from the built-in upcoming ones when the database cannot be read. `?register=1` opens
 * the registration form in it.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { id } = params;
  const { record, unavailable, status } = await readOrUnavailable(context, "events", async () =>
    isId(id) ? asVisitor((db) => findEvent(db, id)) : undefined,
  );
  const event = record ?? (unavailable ? upcomingSample(id) : undefined);
  const shown = event && {
    places: NOBODY,
    ...inWords(event, "description"),
    text: readText(event, "description", languageOf(url.pathname)),
  };
  const now = currentTime();
  const stage = event ? registrationWindow(event, now) : "closed";
  const offers = event ? offersOf(event, now) : [];
  const registering = url.searchParams.get("register") === "1";
  return data(
    { event: shown, unavailable, stage, offers, registering },
    { status: event ? 200 : status },
  );
}

const upcomingSample = (id: string) =>
  sampleEvents(currentTime()).find((sample) => sample.id === id && sample.status === "upcoming");

/**
 * Keeps a place, or one in the waiting list; the next page says which, or that a mail does, and a reload
 * never asks twice. People of one network are never refused, however many they are.
 */
export function action({ request, context, params, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const to = (path: string, flash?: Flash, cookie?: string) => {
    const cookies = [flash && setFlash(flash), cookie].filter((one) => one !== undefined);
    return redirect(pathIn(language, path), {
      headers: cookies.map((one) => ["set-cookie", one]),
    });
  };
  return handleForm(request, context, {
    form: "registration",
    async schema() {
      const event = isId(params.id) ? await readRules(params.id) : undefined;
      return registrationSchema(event ?? ASKS_LITTLE, await readMinorAge());
    },
    respondToBot: () => to(`/events/${params.id}`, "registered"),
    async accept(wish, values) {
      if (!isId(params.id)) return formResponse({ values, problem: "forms.registrationClosed" });
      const { cookie, ...from } = senderOf(request, context.get(requestInfoContext), values);
      const result = await register(params.id, wish, { language, from });
      switch (result.outcome) {
        case "payment":
          return to(`/payments/${result.orderToken}`, "placeHeld", cookie);
        case "confirmed":
          return to(`/tickets/${result.ticketToken}`, "registered", cookie);
        case "waiting":
          return to(`/tickets/${result.ticketToken}`, "waiting", cookie);
        case "offered":
          return to(`/tickets/${result.ticketToken}`, undefined, cookie);
        case "message":
          return to(`/tickets/proof/${result.receipt}`, undefined, cookie);
        case "refused":
          return formResponse({ values, errors: result.errors });
        case "no-such-price":
          return formResponse({ values, errors: { priceId: "validation.registration.priceId" } });
        case "package-ended":
          return formResponse({
            values,
            errors: { priceId: "validation.registration.packageEnded" },
          });
        case "package-sold-out":
          return formResponse({
            values,
            errors: { priceId: "validation.registration.packageSoldOut" },
          });
        case "closed":
          return formResponse({ values, problem: "forms.registrationClosed" });
      }
    },
  });
}

/** What an event that cannot be read asks: nobody is too young by then. Whoever keeps the places looks again. */
const ASKS_LITTLE: PersonRules = {
  date: "2999-12-31",
  asks_gamertag: false,
  min_age: null,
  max_age: null,
};

const readRules = (id: string) =>
  asVisitor((db) => findPersonRules(db, id)).catch((): undefined => undefined);

export default function EventPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { event, unavailable, stage, offers, registering } = loaderData;
  if (event) {
    return (
      <EventDetail {...{ event, stage, offers }} registering={registering} state={actionData} />
    );
  }
  if (unavailable) return <AwayEvent state={actionData} />;
  return (
    <Missing
      title={t("events.notFoundTitle")}
      message={t("events.notFoundMessage")}
      back={{ path: "/", label: t("events.back") }}
    />
  );
}

/** While the event cannot be read: nobody knows whether it exists, and what was typed is shown again. */
function AwayEvent({ state }: { state?: FormState }) {
  const { t } = useI18n();
  return (
    <>
      <Missing
        title={t("events.title")}
        message={t("forms.unavailable")}
        back={{ path: "/", label: t("events.back") }}
      />
      {state && <RegistrationForm state={state} />}
    </>
  );
}

type DetailProps = {
  event: FederationEvent & { places: EventPlaces; text: Written };
  stage: RegistrationWindow;
  offers: readonly Offer[];
  registering: boolean;
  state?: FormState;
};

function EventDetail({ event, stage, offers, registering, state }: DetailProps) {
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
        image={event.image_url}
        type="article"
        // Search engines are told of the event at its own address.
        data={registering ? undefined : eventJsonLd(event, offers, language, publicUrl)}
        noindex={registering}
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
          <RegisterBlock event={event} places={event.places} offers={offers} stage={stage} />
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
          {!form && <ShareBlock title={title.text} path={`/events/${event.id}`} />}
          <p>
            <AllEvents />
          </p>
        </div>
      </div>
      {form && <RegistrationForm event={event} offers={offers} full={waits} state={state} />}
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
