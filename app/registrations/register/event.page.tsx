import { data, redirect } from "react-router";
import { asVisitor } from "../../core/database/doors/doors.server.ts";
import { choice, recordId } from "../../core/http/address-checks.ts";
import { readSender } from "../../core/http/browser.server.ts";
import { type Flash, setFlash } from "../../core/http/cookies.server.ts";
import { readOrUnavailable, requireSamplesAllowed } from "../../core/http/fallback.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { type FormState, formResponse, handleForm } from "../../core/http/submission.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isId } from "../../core/secrets/id.ts";
import { eventPicture } from "../../events/event-picture.server.ts";
import { upcomingSample } from "../../events/events.samples.ts";
import { type EventPlaces, listOffers, registrationWindow } from "../../events/events.ts";
import { findEvent, findPersonRules } from "../../events/events.visitor.server.ts";
import { readMinorAge } from "../../guardians/minor-age.visitor.server.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type Language, languageOf, pathIn } from "../../i18n/languages.ts";
import { Away, Missing } from "../../site/frame/not-found.tsx";
import { readText, withPlainTexts } from "../../texts/read-text.server.ts";
import { type FormRules, rulesOf } from "../registrations.ts";
import type { Route } from "./+types/event.page.ts";
import { EventDetail } from "./event-detail.tsx";
import { RegistrationForm } from "./registration-form.tsx";
import { registrationSchema } from "./registration-schema.ts";
import { register } from "./visitor-registration.system.server.ts";

export const handle = {
  reads: ["events", "event_packages", "event_registrations", "static_files"],
  segments: { id: recordId },
  parameters: { register: choice("1") },
};

const NO_PLACES: EventPlaces = { held: 0, offered: 0, unproven: 0, waiting: 0 };

/**
 * The event, from the built-in upcoming ones when the database cannot be read. `?register=1` opens
 * the registration form in it.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { id } = params;
  const { record, unavailable, status } = await readOrUnavailable(context, "events", async () =>
    isId(id) ? asVisitor((db) => findEvent(db, id)) : undefined,
  );
  if (unavailable) requireSamplesAllowed(context);
  const event = record ?? (unavailable ? upcomingSample(id, currentTime()) : undefined);
  const language = languageOf(url.pathname);
  const shown = event && {
    places: NO_PLACES,
    ...withPlainTexts(event, "description"),
    text: readText(event, "description", language),
    share: await eventPicture(event, language),
  };
  const now = currentTime();
  const stage = event ? registrationWindow(event, now) : "closed";
  const offers = event ? listOffers(event, now) : [];
  const registering = url.searchParams.get("register") === "1";
  return data(
    { event: shown, unavailable, stage, offers, registering },
    { status: event ? 200 : status },
  );
}

/**
 * Registers somebody and redirects to the result, so that a reload sends nothing twice. A network alone is never
 * refused, however many come from it.
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
      const event = isId(params.id) ? await readRules(params.id, language) : undefined;
      return registrationSchema(event ?? PERMISSIVE_RULES, await readMinorAge());
    },
    respondToBot: () => to(`/events/${params.id}`, "registered"),
    async accept(wish, values) {
      if (!isId(params.id)) return formResponse({ values, problem: "forms.registrationClosed" });
      const { cookie, ...from } = readSender(request, context.get(requestInfoContext), values);
      const result = await register(params.id, wish, { language, from });
      switch (result.outcome) {
        case "payment":
          return to(`/payments/${result.orderToken}`, "placeHeld", cookie);
        case "confirmed":
          return to(`/tickets/${result.ticketToken}`, "registered", cookie);
        case "already":
          return to(`/tickets/${result.ticketToken}`, "already", cookie);
        case "waiting":
          return to(`/tickets/${result.ticketToken}`, "waiting", cookie);
        case "offered":
          return to(`/tickets/${result.ticketToken}`, undefined, cookie);
        case "message":
          return to(`/tickets/proof/${result.receipt}`, undefined, cookie);
        case "refused":
          return formResponse({ values, errors: result.errors });
        case "closed":
          return formResponse({ values, problem: "forms.registrationClosed" });
        default:
          return formResponse({ values, errors: { priceId: PACKAGE_ERRORS[result.outcome] } });
      }
    },
  });
}

const PACKAGE_ERRORS = {
  "no-such-price": "validation.registration.priceId",
  "package-ended": "validation.registration.packageEnded",
  "package-sold-out": "validation.registration.packageSoldOut",
} as const;

/** The rules while the event cannot be read: none of them refuses. The registration itself checks again. */
const PERMISSIVE_RULES: FormRules = {
  date: "2999-12-31",
  asks_gamertag: false,
  asks_licence: false,
  min_age: null,
  max_age: null,
  has_rules: false,
};

async function readRules(id: string, language: Language): Promise<FormRules | undefined> {
  const read = asVisitor((db) => findPersonRules(db, id));
  const event = await read.catch((): undefined => undefined);
  return event && { ...event, has_rules: rulesOf(event, language).text !== "" };
}

export default function EventPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { event, unavailable, stage, offers, registering } = loaderData;
  if (event) {
    return (
      <EventDetail
        event={event}
        stage={stage}
        offers={offers}
        registering={registering}
        state={actionData}
      />
    );
  }
  if (unavailable) return <UnavailableEvent state={actionData} />;
  return (
    <Missing
      title={t("events.notFoundTitle")}
      message={t("events.notFoundMessage")}
      back={{ path: "/", label: t("events.back") }}
    />
  );
}

/** While the event cannot be read: the form shows again what was typed. */
function UnavailableEvent({ state }: { state?: FormState }) {
  const { t } = useI18n();
  return (
    <>
      <Away title={t("events.title")} message={t("forms.unavailable")} />
      {state && <RegistrationForm state={state} />}
    </>
  );
}
