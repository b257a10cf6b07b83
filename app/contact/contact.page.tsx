import { Clock, Mail, Mailbox, MapPin, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { redirect, useRouteLoaderData } from "react-router";
import { choice } from "../core/http/address-checks.ts";
import { setFlash } from "../core/http/cookies.server.ts";
import { requestInfoContext } from "../core/http/request-info.ts";
import { type FormState, handleForm, limitedNetwork } from "../core/http/submission.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { formatDays, isoDay } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { mayAlsoWriteTo } from "../mail/outbox.visitor.server.ts";
import { useSendsMail } from "../mail/use-notice.ts";
import { closuresFrom, formatHours } from "../settings/opening-hours.ts";
import { DEFAULT_SETTINGS, type Desk } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.visitor.server.ts";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../site/public-form.tsx";
import type { loader as siteLoader } from "../site/site.layout.tsx";
import { TextArea, TextField } from "../ui/fields.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/contact.page.ts";
import { contactSchema, submitMessage } from "./contact.visitor.server.ts";
import { MapBlock } from "./map-block.tsx";

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
  const sendsMail = useSendsMail();
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
      <div className="wrap section grid gap-12 lg:grid-cols-2">
        <ContactForm state={actionData} />
        <div className="stack-12">
          <section aria-labelledby="details">
            <h2 id="details" className="mb-6 text-2xl">
              {t("contact.information")}
            </h2>
            <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-1">
              {details.map(({ label, Icon, value }) => (
                <div key={label} className="relative pl-8">
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
              {sendsMail && (
                <>
                  <br />
                  <a
                    className="link inline-flex min-h-11 items-center"
                    href={pathIn(language, "/me")}
                  >
                    {t("me.title")}
                  </a>
                </>
              )}
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
  const own = formatHours(language, desk);
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
  const rows = [...(said.length > 0 ? said : usual), ...closed];
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
          hint={t("forms.emailHint")}
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
