import { data } from "react-router";
import * as z from "zod";
import { asVisitor } from "../core/database/doors/doors.server.ts";
import { readOrSamples } from "../core/http/fallback.server.ts";
import { allow } from "../core/http/rate-limit.server.ts";
import { requestInfoContext } from "../core/http/request-info.ts";
import { PRIVATE } from "../core/http/security-headers.ts";
import {
  type FormState,
  formResponse,
  handleForm,
  limitedNetwork,
} from "../core/http/submission.server.ts";
import type { FormValues } from "../core/values/check-fields.ts";
import { MINUTE } from "../core/values/durations.ts";
import { formatDate } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { parseLicence } from "../membership/members/licence-number.ts";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../site/public-form.tsx";
import { TextField } from "../ui/fields.tsx";
import { EmptyState, SectionHead } from "../ui/section.tsx";
import type { Route } from "./+types/register.page.ts";
import { hasCard } from "./licence-state.ts";
import { type AffiliatedClub, findListed, listAffiliatedClubs } from "./register.system.server.ts";

export const handle = { reads: ["members"] };

/** Far more than one person looks up, and years for whoever would try every number. */
const OF_ONE_NETWORK = { count: 60, perMs: 10 * MINUTE };

const WRONG_NUMBER = "validation.me.licence";
const schema = z.object({
  number: z.string({ error: WRONG_NUMBER }).transform((text, context) => {
    const serial = parseLicence(text);
    if (serial === undefined) context.addIssue({ code: "custom", message: WRONG_NUMBER });
    return serial ?? z.NEVER;
  }),
});

export async function loader({ context }: Route.LoaderArgs) {
  return readOrSamples(
    context,
    "register",
    async () => ({ clubs: await asVisitor(listAffiliatedClubs) }),
    () => ({ clubs: [] }),
  );
}

/** The number is posted, so that no address or log has it. */
export function action({ request, context }: Route.ActionArgs) {
  return handleForm(request, context, {
    form: "licence-register",
    schema,
    respondToBot: () => answer({}, undefined),
    async accept({ number }, values) {
      const network = limitedNetwork(context.get(requestInfoContext));
      if (network !== undefined && !allow("licence-lookup", network, OF_ONE_NETWORK)) {
        return formResponse<FormState>({ values, problem: "forms.tooMany" }, 429);
      }
      return answer(values, await findListed(number));
    },
  });
}

/** What the register says of a number is kept by nobody; the page without it is cached. */
export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

type Found = Awaited<ReturnType<typeof findListed>>;

const answer = (values: FormValues, found: Found) =>
  data({ values, errors: {}, found: found ?? null }, { headers: PRIVATE });

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const field = useFields(actionData);
  return (
    <>
      <PageHead title={t("register.title")} description={t("register.lead")} />
      <PageBanner title={t("register.title")} lead={t("register.lead")} />
      <div className="wrap section">
        <div className="card mx-auto grid max-w-[640px] gap-6 p-6 shadow-card wrap-anywhere md:p-10">
          {actionData && "found" in actionData && <FoundLicence found={actionData.found} />}
          <PublicForm
            state={actionData}
            submit={t("register.check")}
            className="relative grid gap-5"
          >
            <TextField
              {...field("number", WRONG_NUMBER)}
              label={t("register.number")}
              hint={t("register.numberHint")}
              autoComplete="off"
              required
            />
          </PublicForm>
          <p>
            <a className="link" href={pathIn(language, "/V/control")}>
              {t("register.scan")}
            </a>
          </p>
        </div>
      </div>
      <Clubs clubs={loaderData.clubs} />
    </>
  );
}

/** What the register says of the number that was asked for. */
function FoundLicence({ found }: { found: Found | null }) {
  const { t, language } = useI18n();
  if (!found) {
    return (
      <div role="status">
        <h2 className="text-xl">{t("register.unlisted")}</h2>
        <p className="mt-2 text-muted">{t("register.unlistedText")}</p>
      </div>
    );
  }
  const { number, name, club, state, until } = found;
  const facts = [
    [t("check.number"), number],
    [t("check.name"), name],
    [t("check.kind"), t("licence.player")],
    [t("club.label"), club],
    [t("check.until"), until ? formatDate(language, until) : t("licence.always")],
  ] as const;
  return (
    <div role="status">
      <h2 className={`text-xl ${hasCard(state) ? "text-leaf" : "text-red"}`}>
        {t(`licence.state.${state}`)}
      </h2>
      <dl className="mt-2 divide-y divide-line">
        {facts.map(
          ([term, value]) =>
            value !== undefined && (
              <div key={term} className="flex flex-wrap justify-between gap-x-6 py-2">
                <dt className="text-muted">{term}</dt>
                <dd className="font-bold">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}

function Clubs({ clubs }: { clubs: readonly AffiliatedClub[] }) {
  const { t } = useI18n();
  const towns = Map.groupBy(clubs, ({ town }) => town);
  return (
    <section className="wrap pb-16">
      {clubs.length === 0 ? (
        <EmptyState title={t("register.noClubs")} message={t("register.noClubsText")} />
      ) : (
        <>
          <SectionHead title={t("register.clubs")} lead={t("register.clubsLead")} />
          <div className="columns-1 gap-8 wrap-anywhere sm:columns-2 lg:columns-3">
            {[...towns].map(([town, ofTown]) => (
              <div key={town} className="mb-6 break-inside-avoid">
                <h3 className="text-lg">{town || t("register.noTown")}</h3>
                <ul>
                  {ofTown.map(({ name }) => (
                    <li key={name}>{name}</li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </>
      )}
    </section>
  );
}
