import { Award, Check, Network, Trophy } from "lucide-react";
import { redirect } from "react-router";
import { asVisitor } from "../../core/database/doors/doors.server.ts";
import { choiceOfRecord } from "../../core/http/address-checks.ts";
import { readOrSamples } from "../../core/http/fallback.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { formatAmount } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { localized, localizedList } from "../../i18n/localized.ts";
import { FrenchNote, PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { EmptyState, SectionHead, StickyAction } from "../../ui/section.tsx";
import { Local } from "../../ui/text.tsx";
import { isOrganisation } from "../members/members.ts";
import { listMembershipTypes } from "../membership.visitor.server.ts";
import type { MembershipType } from "../types/membership-types.record.ts";
import { SAMPLE_MEMBERSHIP_TYPES } from "../types/membership-types.samples.ts";
import type { Route } from "./+types/membership.page.ts";
import { ApplicationForm } from "./application-form.tsx";
import { receiveApplication } from "./apply.server.ts";

export const handle = { reads: ["membership_types"], parameters: { type: choiceOfRecord } };

/** The types on offer; or the form of the one in the address, which then is all that there is to do. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const types = await readOrSamples(
    context,
    "membership_types",
    () => asVisitor(listMembershipTypes),
    () => SAMPLE_MEMBERSHIP_TYPES.toSorted((a, b) => a.price - b.price),
  );
  const typeParameter = url.searchParams.get("type");
  const selected = types.find(({ id }) => id === typeParameter);
  // An unknown type redirects to the list, but a submitted form stays.
  if (typeParameter && !selected && context.get(requestInfoContext).reading) {
    throw redirect(pathIn(languageOf(url.pathname), "/membership"));
  }
  // By price, and those of people before those of organisations: a partner, who pays nothing, would stand before a player.
  const ofPeopleFirst = types.toSorted(
    (a, b) => Number(isOrganisation(a.member_type)) - Number(isOrganisation(b.member_type)),
  );
  return { types: ofPeopleFirst, selected };
}

export const action = receiveApplication;

export default function MembershipPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { types } = loaderData;
  // A submitted form is shown again with its own type, whose fields were checked.
  const sent = actionData && types.find(({ id }) => id === actionData.values.type);
  const selected = sent ?? loaderData.selected ?? (actionData && types[0]);
  return (
    <>
      <PageHead
        title={t("membership.title")}
        description={t("membership.lead")}
        noindex={Boolean(selected)}
      />
      <PageBanner title={t("membership.title")} lead={t("membership.lead")}>
        <FrenchNote
          some
          of={types.flatMap((one) => [
            localized(one, "name", language),
            localized(one, "description", language),
          ])}
        />
      </PageBanner>
      {selected ? (
        <ApplicationForm types={types} selected={selected} state={actionData} />
      ) : (
        <>
          <WhySection />
          <TypesSection types={types} />
        </>
      )}
      <QuestionsSection />
      {!selected && types.length > 0 && (
        <StickyAction href="#types">{t("membership.typesTitle")}</StickyAction>
      )}
    </>
  );
}

const REASONS = [
  { key: "recognition", Icon: Award },
  { key: "network", Icon: Network },
  { key: "competitions", Icon: Trophy },
] as const;

function WhySection() {
  const { t } = useI18n();
  return (
    <section className="wrap section">
      <SectionHead title={t("membership.whyTitle")} />
      <ul className="grid gap-6 md:grid-cols-3">
        {REASONS.map(({ key, Icon }) => (
          <li key={key} className="card flex gap-5 p-5 md:block">
            <span className="flex size-12 shrink-0 items-center justify-center rounded-control bg-mint text-leaf">
              <Icon aria-hidden="true" size={26} />
            </span>
            <div className="min-w-0 wrap-anywhere md:mt-5">
              <h3 className="text-xl">{t(`membership.${key}`)}</h3>
              <p className="mt-1 text-muted">{t(`membership.${key}Text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TypesSection({ types }: { types: MembershipType[] }) {
  const { t } = useI18n();
  return (
    <div id="types" className="bg-white">
      <section className="wrap section">
        <SectionHead title={t("membership.typesTitle")} lead={t("membership.typesLead")} />
        {types.length > 0 ? (
          <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
            {types.map((type) => (
              <li key={type.id} className="grid">
                <MembershipTypeCard type={type} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title={t("membership.emptyTitle")} message={t("membership.emptyMessage")} />
        )}
      </section>
    </div>
  );
}

function QuestionsSection() {
  const { t, language } = useI18n();
  return (
    <section className="bg-sand">
      <div className="wrap flex flex-wrap items-center gap-8 py-16 lg:py-20">
        <div className="mr-auto">
          <h2 className="text-2xl">{t("membership.questionsTitle")}</h2>
          <p className="mt-3 text-muted">{t("membership.questionsText")}</p>
        </div>
        <a className="link inline-flex min-h-11 items-center" href={pathIn(language, "/contact")}>
          {t("membership.questionsLink")}
        </a>
      </div>
    </section>
  );
}

/** One type of membership: its price, its benefits and the link to its form. */
export function MembershipTypeCard({ type }: { type: MembershipType }) {
  const { t, language } = useI18n();
  const name = localized(type, "name", language);
  const features = localizedList(type.features, type.features_en, language);
  return (
    <article className="card flex flex-col wrap-anywhere">
      <div className="on-dark bg-night p-6 text-white">
        <h3 className="text-xl">
          <Local value={name} />
        </h3>
        <p className="mt-3">
          {type.price === 0 ? (
            // No amount, so it is not set as one.
            <span className="flex min-h-11 items-center text-lg font-bold text-yellow">
              {t("membership.partnerPrice")}
            </span>
          ) : (
            <span className="block text-2xl font-black text-yellow tabular-nums">
              {formatAmount(language, type.price, type.currency)}
            </span>
          )}
          <span className="text-mist">
            <Local value={localized(type, "period", language)} />
          </span>
        </p>
      </div>
      <div className="flex flex-1 flex-col gap-5 p-6">
        <p className="text-sm text-muted">
          <Local value={localized(type, "description", language)} />
        </p>
        <ul className="stack-2">
          {features.items.map((feature) => (
            <li key={feature} lang={features.lang} className="flex gap-3">
              <Check aria-hidden="true" size={20} className="mt-1 shrink-0 text-leaf" />
              {feature}
            </li>
          ))}
        </ul>
        <a
          className="button mt-auto"
          href={`${pathIn(language, "/membership")}?type=${type.id}#form`}
        >
          {t("membership.select")}
          <span className="quiet">
            <Local value={name} />
          </span>
        </a>
      </div>
    </article>
  );
}
