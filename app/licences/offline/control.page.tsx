import type { TFunction } from "i18next";
import { data } from "react-router";
import { currentMs } from "../../core/process/clock.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type Language, pathIn } from "../../i18n/languages.ts";
import { useDocument } from "../../site/document.ts";
import { PageHead } from "../../site/frame/page-head.tsx";
import { TextField } from "../../ui/fields.tsx";
import { VERDICTS } from "../card-verdict.ts";
import { CheckAnswer } from "../check-answer.tsx";
import type { Route } from "./+types/control.page.ts";
import { controlHeaders, controlScript } from "./control-page.server.ts";

export const handle = { reads: ["site_settings"], manifest: "/V/control.webmanifest" };

export const loader = () =>
  data({ script: controlScript, made: currentMs() }, { headers: controlHeaders() });

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

/** What the script says, in the language of the page. */
const textsOf = (t: TFunction) => ({
  verdict: Object.fromEntries(VERDICTS.map((one) => [one, t(`check.verdict.${one}`)])),
  text: Object.fromEntries(VERDICTS.map((one) => [one, t(`check.text.${one}`)])),
  suspendedUntil: t("check.suspendedUntil", KEEP),
  validUntil: t("check.validUntil", KEEP),
  player: t("licence.player"),
  always: t("licence.always"),
  ...t("control", { returnObjects: true, ...KEEP }),
});
export type ControlTexts = ReturnType<typeof textsOf>;

/** What only the script knows stays as it is written. */
const KEEP = { skipInterpolation: true } as const;

export default function ControlPage({ loaderData: { script, made } }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { federation } = useDocument();
  const other: Language = language === "fr" ? "en" : "fr";
  const texts = JSON.stringify({ ...textsOf(t), language, made }).replaceAll("<", "\\u003c");
  return (
    <main id="main" className="relative grow pb-16">
      <PageHead title={t("control.title")} description={t("control.description")} />
      <div className="on-dark absolute inset-x-0 z-10">
        <p className="wrap flex min-h-12 items-center justify-between text-sm font-bold text-white">
          {language === "fr" ? federation.name : federation.name_en}
          <a
            className="link py-2"
            lang={other}
            hrefLang={other}
            href={pathIn(other, "/V/control")}
            data-part="language"
          >
            {other.toUpperCase()}
          </a>
        </p>
      </div>
      <CheckAnswer title={t("control.title")} lead={t("control.lead")}>
        <p className="flex flex-wrap gap-x-8">
          <a className="button" href="/V/control#scan" data-part="next">
            {t("check.next")}
          </a>
          <button type="button" className="link min-h-11" data-part="again">
            {t("control.again")}
          </button>
        </p>
      </CheckAnswer>
      <div data-part="home">
        <Home />
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own texts, escaped above */}
      <script type="application/json" id="texts" dangerouslySetInnerHTML={{ __html: texts }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, hashed in the CSP */}
      <script type="module" dangerouslySetInnerHTML={{ __html: script }} />
    </main>
  );
}

/** What the script shows has its place from the start, and what it learns stands last, so that nothing moves. */
function Home() {
  const { t } = useI18n();
  return (
    <div className="wrap max-w-[720px] pt-10">
      <div className="card mb-6 grid gap-6 p-6 shadow-card">
        <section>
          <video
            playsInline
            muted
            hidden
            aria-label={t("control.image")}
            data-part="video"
            className="mb-4 w-full bg-ink"
          />
          {/* The button takes the place of what those without it are told. */}
          <div className="relative">
            <p data-part="elsewhere">{t("control.elsewhere")}</p>
            <button
              type="button"
              data-part="scan"
              className="button invisible absolute inset-0 w-full text-xl"
            >
              {t("control.scan")}
            </button>
          </div>
          <p role="alert" className="field-error" data-part="refused" />
        </section>
        <form className="invisible" data-part="typed">
          <TextField name="card" label={t("control.typed")} hint={t("control.typedHint")} />
          <button type="submit" className="button mt-4">
            {t("control.verify")}
          </button>
        </form>
      </div>
      <section role="status" className="card p-6">
        <h2 className="text-xl" data-part="state">
          {t("control.notReady")}
        </h2>
        <p className="mt-2" data-part="details">
          {t("control.getReady")} {t("control.scripts")}
        </p>
        <p className="mt-2 text-sm text-muted">{t("control.keep")}</p>
      </section>
    </div>
  );
}
