import { Clock, Mail, Mailbox, MapPin, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { redirect, useRouteLoaderData } from "react-router";
import { choice } from "../core/http/address-checks.ts";
import { setFlash } from "../core/http/flash.ts";
import { requestInfoContext } from "../core/http/request-info.ts";
import { type FormState, handleForm, limitedNetwork } from "../core/http/submission.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { formatDays, isoDay } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { mayAlsoWriteTo } from "../mail/outbox.visitor.server.ts";
import type { MapPoint } from "../settings/custom-texts.ts";
import { closuresFrom, hoursWords } from "../settings/opening-hours.ts";
import { DEFAULT_SETTINGS, type Desk } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.visitor.server.ts";
import { PageBanner } from "../site/frame/page-banner.tsx";
import { PageHead } from "../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../site/public-form.tsx";
import type { loader as siteLoader } from "../site/site.layout.tsx";
import { TextArea, TextField } from "../ui/fields.tsx";
import { Picture } from "../ui/picture.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/contact.page.ts";
import { contactSchema, submitMessage } from "./contact.visitor.server.ts";

export const handle = { reads: ["site_settings"], parameters: { map: choice("1") } };

/** The map costs data, so the page has it only with the parameter `map`. */
export function loader({ url }: Route.LoaderArgs) {
  return { map: url.searchParams.get("map") === "1" };
}

/** The message and its mails are stored in one transaction; the mails are sent later. */
export function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const done = () =>
    redirect(pathIn(language, "/contact"), { headers: { "set-cookie": setFlash("contact") } });
  return handleForm(request, context, {
    form: "contact",
    schema: contactSchema,
    target: ({ email }) => email,
    respondToBot: done,
    async accept(message) {
      // The notice goes to the address in the settings, which must have been read.
      await readSettings();
      const network = limitedNetwork(context.get(requestInfoContext));
      const mayWrite = mayAlsoWriteTo(message.email, network);
      await submitMessage(message, language, mayWrite);
      return done();
    },
  });
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const site = useRouteLoaderData<typeof siteLoader>("site");
  const { contact_info: contact, desk, map_point } = site?.settings ?? DEFAULT_SETTINGS;
  const details: { label: string; Icon: typeof Mail; value: ReactNode }[] = [
    {
      label: t("contact.address"),
      Icon: MapPin,
      value: <Local value={localized(contact, "address", language)} />,
    },
    {
      label: t("contact.email"),
      Icon: Mail,
      value: (
        <a className="link break-all" href={`mailto:${contact.email}`}>
          {contact.email}
        </a>
      ),
    },
    {
      label: t("contact.phone"),
      Icon: Phone,
      value: (
        <a className="link" href={`tel:${contact.phone.replaceAll(" ", "")}`}>
          {contact.phone}
        </a>
      ),
    },
    { label: t("contact.postalCode"), Icon: Mailbox, value: contact.postal_code },
  ];
  return (
    <>
      <PageHead
        title={t("contact.title")}
        description={t("contact.lead")}
        noindex={loaderData.map}
      />
      <PageBanner title={t("contact.title")} lead={t("contact.lead")} />
      <div className="wrap grid gap-12 py-16 lg:grid-cols-[1.2fr_1fr] lg:py-24">
        <ContactForm state={actionData} />
        <div className="space-y-12">
          <section aria-labelledby="details">
            <h2 id="details" className="mb-6 text-2xl">
              {t("contact.information")}
            </h2>
            <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-1">
              {details.map(({ label, Icon, value }) => (
                <div key={label} className="relative pl-11">
                  <dt className="text-sm text-muted">
                    <Icon
                      aria-hidden="true"
                      size={24}
                      className="absolute left-0 top-1 text-leaf"
                    />
                    {label}
                  </dt>
                  <dd className="font-semibold">{value}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-6">
              <a
                className="link inline-flex min-h-11 items-center"
                href={pathIn(language, "/payments")}
              >
                {t("payments.title")}
              </a>
            </p>
          </section>
          <Hours desk={desk} />
        </div>
      </div>
      <MapBlock visible={loaderData.map} here={pathIn(language, "/contact")} point={map_point} />
    </>
  );
}

/** The opening hours from the settings, or the usual ones. */
function Hours({ desk }: { desk: Desk }) {
  const { t, language } = useI18n();
  const own = hoursWords(language, desk);
  const closed = closuresFrom(desk, isoDay(currentTime())).map(
    ({ from, to }) => [formatDays(language, from, to), t("contact.closed")] as const,
  );
  const usual = [
    [t("contact.weekdays"), t("contact.weekdaysHours")],
    [t("contact.saturday"), t("contact.saturdayHours")],
    [t("contact.sunday"), t("contact.closed")],
  ] as const;
  // 'lundi à jeudi : 9 h – 12 h 30' in two columns.
  const said = own
    .map((line) => line.split(/[\u202f]?: /) as [string, string])
    .map(([days, hours]) => [`${days.charAt(0).toUpperCase()}${days.slice(1)}`, hours] as const);
  const rows = said.length > 0 ? [...said, ...closed] : usual;
  return (
    <section aria-labelledby="hours" className="card p-6 shadow-card md:p-8">
      <h2 id="hours" className="mb-4 flex items-center gap-3 text-xl">
        <Clock aria-hidden="true" size={24} className="text-leaf" />
        {t("contact.hours")}
      </h2>
      <dl className="divide-y divide-line">
        {rows.map(([days, hours]) => (
          <div key={days} className="flex flex-wrap justify-between gap-x-6 py-3">
            <dt>{days}</dt>
            <dd className="font-semibold tabular-nums">{hours}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The four fields of a message to the federation. */
function ContactForm({ state }: { state?: FormState }) {
  const { t } = useI18n();
  const field = useFields(state);
  return (
    <section aria-labelledby="write" className="card p-6 shadow-card md:p-10">
      <h2 id="write" className="text-2xl">
        {t("contactForm.title")}
      </h2>
      <p className="mb-6 mt-2 text-sm text-muted">{t("forms.required")}</p>
      <PublicForm state={state} submit={t("contactForm.send")} className="relative grid gap-5">
        <TextField
          {...field("name", "validation.contact.name")}
          label={t("contactForm.name")}
          autoComplete="name"
          minLength={2}
          required
        />
        <TextField
          {...field("email", "validation.contact.email")}
          label={t("contactForm.email")}
          type="email"
          autoComplete="email"
          required
        />
        <TextField
          {...field("subject", "validation.contact.subject")}
          label={t("contactForm.subject")}
          minLength={3}
          required
        />
        <TextArea
          {...field("message", "validation.contact.message")}
          label={t("contactForm.message")}
          rows={6}
          minLength={10}
          required
        />
      </PublicForm>
    </section>
  );
}

/** The interactive map around a point, some kilometres to each side. */
function mapAddress({ latitude, longitude }: MapPoint): string {
  const [lat, lon] = [Number(latitude), Number(longitude)];
  const box = [lon - 0.065, lat - 0.05, lon + 0.065, lat + 0.05].map((side) => side.toFixed(4));
  const query = new URLSearchParams({
    bbox: box.join(),
    layer: "mapnik",
    marker: `${lat},${lon}`,
  });
  return `https://www.openstreetmap.org/export/embed.html?${query}`;
}

/** Whether the built-in plan, a picture, shows this point. */
const isOnPlan = ({ latitude, longitude }: MapPoint) => {
  const plan = DEFAULT_SETTINGS.map_point;
  return latitude === plan.latitude && longitude === plan.longitude;
};

type Props = { visible: boolean; here: string; point: MapPoint };

/** A picture of the plan; the interactive map, which costs data and comes from another site, on demand. */
function MapBlock({ visible, here, point }: Props) {
  const { t } = useI18n();
  return (
    <section aria-labelledby="map" className="bg-white">
      <div className="wrap section">
        <h2 id="map" className="mb-6 text-2xl">
          {t("contact.mapTitle")}
        </h2>
        {(visible || isOnPlan(point)) && (
          <div className="card aspect-event md:aspect-news">
            {visible ? (
              <iframe
                title={t("contact.mapFrame")}
                src={mapAddress(point)}
                className="h-full w-full"
                referrerPolicy="no-referrer"
                sandbox="allow-scripts allow-same-origin allow-popups"
              />
            ) : (
              <Picture
                src="/pictures/map-conakry.jpg"
                kind="wide"
                alt={t("contact.mapPlan")}
                sizes="(max-width: 560px) 330px, 1120px"
              />
            )}
          </div>
        )}
        <p className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
          <a className="button" href={visible ? `${here}#map` : `${here}?map=1#map`}>
            {t(visible ? "contact.mapHide" : "contact.mapLoad")}
          </a>
          {!visible && <span className="text-sm text-muted">{t("contact.mapCost")}</span>}
        </p>
      </div>
    </section>
  );
}
