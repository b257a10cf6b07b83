import { Eye, Globe, Network } from "lucide-react";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { PARTNER_TEXTS } from "../settings/custom-texts.ts";
import { CustomText, type RenderedTexts, useCustomTexts } from "../texts/custom-text.tsx";
import { Picture } from "../ui/picture.tsx";
import { SectionHead } from "../ui/section.tsx";
import { Local } from "../ui/text.tsx";

const BENEFITS = [
  { key: "visibility", Icon: Eye },
  { key: "network", Icon: Network },
  { key: "international", Icon: Globe },
] as const;

const STEPS = ["contact", "proposal", "finalization", "activation"] as const;

/** Three good reasons and one button. */
export function BecomePartnerSection({ texts }: { texts: RenderedTexts }) {
  const { t, language } = useI18n();
  const word = useCustomTexts(PARTNER_TEXTS, texts);
  return (
    <div className="on-dark bg-night text-white">
      <section className="wrap section grid gap-10 lg:grid-cols-2 lg:items-center">
        <div>
          <h2 className="text-3xl">{t("partners.becomeTitle")}</h2>
          <CustomText
            own={texts}
            worded={PARTNER_TEXTS}
            name="become"
            under={2}
            className="mt-4 text-lg text-mist"
          />
          <ul className="mt-10 grid gap-8">
            {BENEFITS.map(({ key, Icon }) => (
              <li key={key} className="flex gap-5">
                <Icon aria-hidden="true" size={30} className="shrink-0 text-yellow" />
                <div>
                  <h3 className="text-lg">
                    <Local value={word(key)} />
                  </h3>
                  <CustomText
                    own={texts}
                    worded={PARTNER_TEXTS}
                    name={`${key}_text`}
                    under={3}
                    className="mt-1 text-mist"
                  />
                </div>
              </li>
            ))}
          </ul>
          <p className="mt-10">
            <a className="button button-yellow" href={pathIn(language, "/contact")}>
              {t("partners.contact")}
            </a>
          </p>
        </div>
        <div className="aspect-news overflow-hidden rounded-card lg:order-last lg:aspect-event">
          <Picture
            src="/pictures/handshake-towers.jpg"
            kind="wide"
            alt=""
            sizes="(max-width: 560px) 320px, 560px"
          />
        </div>
      </section>
    </div>
  );
}

/** From the first letter to the field, in four steps. */
export function ProcessSection({ texts }: { texts: RenderedTexts }) {
  const { t } = useI18n();
  const word = useCustomTexts(PARTNER_TEXTS, texts);
  return (
    <section className="wrap section">
      <SectionHead title={t("partners.processTitle")} />
      <ol className="grid gap-8 lg:grid-cols-4 lg:gap-6">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-5 lg:block">
            <p className="flex shrink-0 items-center gap-5 self-start lg:mb-5">
              <span className="flex size-12 items-center justify-center rounded-full bg-ink text-lg font-black text-yellow">
                {index + 1}
              </span>
              <span className="hidden flex-1 border-t lg:block" />
            </p>
            <div>
              <h3 className="text-lg">
                <Local value={word(step)} />
              </h3>
              <CustomText
                own={texts}
                worded={PARTNER_TEXTS}
                name={`${step}_text`}
                under={3}
                className="mt-1 text-muted"
              />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
