import { data, redirect } from "react-router";
import { type Flash, setFlash } from "../../core/http/cookies.server.ts";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { readChosenFile } from "../../core/http/form.server.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import { type FormState, formResponse, handleForm } from "../../core/http/submission.server.ts";
import { FileFault } from "../../files/children/media.ts";
import { makeSmallPicture } from "../../files/small-picture.server.ts";
import { formatDate } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { pictureIn } from "../../licences/photos/photos.ts";
import {
  CLUB_COLOURS,
  MAX_LOGO,
  MAX_OFFICER_NAME,
  MAX_STATUTES,
  MOST_OFFICERS,
} from "../../membership/clubs/clubs.ts";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../../site/public-form.tsx";
import { Checkbox, FileField, Select, TextField } from "../../ui/fields.tsx";
import { readMe } from "../sign-in.system.server.ts";
import type { Route } from "./+types/profile.page.ts";
import { clubNumber, profileSchema } from "./club-schemas.ts";
import { NoClub } from "./no-club.tsx";
import {
  dropOfficer,
  type Named,
  nameOfficer,
  type OwnProfile,
  readOwnProfile,
  saveProfile,
} from "./profile.system.server.ts";

export const handle = { segments: { number: clubNumber } };

/** Both files, and what a form has around them. */
const MOST = MAX_LOGO + MAX_STATUTES + 64 * 1024;

/** What a club shows of itself, and who acts for it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { record, unavailable, status } = await readOrUnavailable(context, "club", async () => {
    const signedIn = await readMe(request);
    return signedIn && (await readOwnProfile(signedIn.me.email, Number(params.number)));
  });
  return data({ club: record, unavailable }, { status, headers: PRIVATE });
}

export const headers = () => PRIVATE;

const NOT_NAMED: Partial<Record<Named, string>> = {
  twice: "validation.me.officerTwice",
  many: "validation.me.officers",
  often: "validation.me.officersToday",
};

export function action({ request, context, params, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const back = (flash?: Flash, path: string = url.pathname) =>
    redirect(path, {
      status: 303,
      headers: flash === undefined ? [] : [["set-cookie", setFlash(flash)]],
    });
  return handleForm(request, context, {
    form: "club-profile",
    schema: profileSchema,
    target: (wish) => (wish.intent === "name" ? wish.email : ""),
    upload: {
      most: MOST,
      tooLarge: { logo: "validation.me.logoLarge", statutes: "validation.me.statutesLarge" },
    },
    respondToBot: () => back(),
    async accept(wish, values) {
      const signedIn = await readMe(request);
      if (!signedIn) return back(undefined, pathIn(language, "/me"));
      const { email } = signedIn.me;
      const number = Number(params.number);
      if (wish.intent === "name") {
        const officer = { name: wish.name, email: wish.email, language };
        const named = await nameOfficer(email, number, officer);
        const problem = NOT_NAMED[named];
        if (problem) {
          return formResponse(
            { values, errors: { email: problem } },
            named === "often" ? 429 : 400,
          );
        }
        return named === "named" ? back("clubOfficerNamed") : back();
      }
      if (wish.intent === "drop") {
        return (await dropOfficer(email, number, wish.id)) ? back("clubOfficerDropped") : back();
      }
      if (wish.intent === "leave") {
        await dropOfficer(email, number);
        return back(undefined, pathIn(language, "/me"));
      }
      // Of nobody no file is opened.
      if (!(await readOwnProfile(email, number))) return back();
      const read = await readFiles(request);
      if ("errors" in read) return formResponse({ values, errors: read.errors });
      const { first_colour, second_colour, remove_logo, remove_statutes } = wish;
      await saveProfile(email, number, {
        first_colour,
        second_colour,
        logo: read.logo ?? (remove_logo ? null : undefined),
        statutes: read.statutes ?? (remove_statutes ? null : undefined),
      });
      return back("clubProfileSaved");
    },
  });
}

/** The files of the form that were chosen, in base64; or what is wrong with them. */
async function readFiles(
  request: Request,
): Promise<{ logo?: string; statutes?: string } | { errors: Record<string, string> }> {
  const errors: Record<string, string> = {};
  const chosen = await readChosenFile(request, "logo", MOST);
  let logo: string | undefined;
  if (chosen && chosen.size > MAX_LOGO) errors.logo = "validation.me.logoLarge";
  else if (chosen) {
    try {
      logo = await makeSmallPicture(chosen, "logo");
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      errors.logo = `validation.me.logo.${error.fault}`;
    }
  }
  const paper = await readChosenFile(request, "statutes", MOST);
  const bytes = paper && Buffer.from(await paper.arrayBuffer());
  if (bytes && bytes.length > MAX_STATUTES) errors.statutes = "validation.me.statutesLarge";
  else if (bytes && bytes.toString("latin1", 0, 5) !== "%PDF-") {
    errors.statutes = "validation.me.statutesType";
  }
  if (Object.keys(errors).length > 0) return { errors };
  return { logo, statutes: bytes?.toString("base64") };
}

export default function ClubProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { club, unavailable } = loaderData;
  if (!club) return <NoClub title={t("clubProfile.title")} unavailable={unavailable} />;
  const isNaming = actionData?.values.intent === "name";
  return (
    <>
      <PageHead title={t("clubProfile.title")} description={club.name} noindex />
      <PageBanner title={t("clubProfile.title")} lead={club.name} />
      <div className="wrap section wrap-anywhere">
        <div className="mx-auto grid max-w-[820px] gap-10">
          <ProfileForm club={club} state={isNaming ? undefined : actionData} />
          <Officers club={club} state={isNaming ? actionData : undefined} />
          <p>
            <a
              className="link inline-flex min-h-11 items-center"
              href={pathIn(language, `/me/club/${club.number}`)}
            >
              {t("club.title")}
            </a>
          </p>
        </div>
      </div>
    </>
  );
}

type Props = { club: OwnProfile; state: FormState | undefined };

function ProfileForm({ club, state }: Props) {
  const { t, language } = useI18n();
  const field = useFields(state);
  const options = CLUB_COLOURS.map((colour) => ({
    value: colour,
    label: t(`clubProfile.colour.${colour}`),
  }));
  const colourField = (name: "first_colour" | "second_colour") => ({
    ...field(name, "validation.invalid"),
    defaultValue: state?.values[name] ?? club[name] ?? "",
    options,
    placeholder: t("clubProfile.noColour"),
  });
  return (
    <section className="card p-5 md:p-8">
      <p>{t("clubProfile.text")}</p>
      <p className="mt-2 mb-6 text-sm text-muted">{t("clubProfile.seen")}</p>
      <PublicForm
        state={state}
        withFile
        submit={t("clubProfile.save")}
        className="relative grid gap-5"
      >
        <input type="hidden" name="intent" value="save" />
        <Select {...colourField("first_colour")} label={t("clubProfile.firstColour")} />
        <Select {...colourField("second_colour")} label={t("clubProfile.secondColour")} />
        {club.logo !== null && (
          <img
            src={pictureIn(club.logo)}
            width={120}
            height={120}
            alt={t("clubProfile.logoAlt", { club: club.name })}
            className="rounded-control border border-line"
          />
        )}
        <FileField
          {...field("logo", "validation.me.logoLarge")}
          label={t(club.logo === null ? "clubProfile.logo" : "clubProfile.newLogo")}
          hint={t("clubProfile.logoHint")}
          accept="image/png,image/jpeg,image/webp"
        />
        {club.logo !== null && (
          <Checkbox {...field("remove_logo", "validation.invalid")}>
            {t("clubProfile.removeLogo")}
          </Checkbox>
        )}
        {club.statutes_at && (
          <p>
            {t("clubProfile.statutesSent", { date: formatDate(language, club.statutes_at) })}{" "}
            <a className="link" href={pathIn(language, `/me/club/${club.number}/statutes.pdf`)}>
              {t("clubProfile.statutesRead")}
            </a>
          </p>
        )}
        <FileField
          {...field("statutes", "validation.me.statutesType")}
          label={t(club.statutes_at ? "clubProfile.newStatutes" : "clubProfile.statutes")}
          hint={t("clubProfile.statutesHint")}
          accept="application/pdf"
        />
        {club.statutes_at && (
          <Checkbox {...field("remove_statutes", "validation.invalid")}>
            {t("clubProfile.removeStatutes")}
          </Checkbox>
        )}
      </PublicForm>
    </section>
  );
}

/** Who acts for the club: the contact of its membership, and those whom they named. */
function Officers({ club: { contact, officers, isHolder }, state }: Props) {
  const { t } = useI18n();
  const field = useFields(state, { max: MAX_OFFICER_NAME });
  return (
    <section>
      <h2 className="mb-2 text-xl">{t("clubProfile.officers")}</h2>
      <p>{t("clubProfile.contact", { name: contact })}</p>
      <p className="mt-2 mb-4 text-sm text-muted">
        {t("clubProfile.officersText", { max: MOST_OFFICERS })}
      </p>
      <ul className="grid gap-4">
        {officers.map(({ id, name, email }) => (
          <li key={id} className="card p-5">
            <p className="font-bold">{name}</p>
            <p>{email}</p>
            {isHolder && (
              <form method="post" className="mt-2">
                <input type="hidden" name="id" value={id} />
                <button
                  type="submit"
                  name="intent"
                  value="drop"
                  className="link min-h-11 text-left"
                >
                  {t("clubProfile.drop", { name })}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {!isHolder && (
        <form method="post" className="mt-4">
          <p>{t("clubProfile.leaveText", { name: contact })}</p>
          <button type="submit" name="intent" value="leave" className="button button-line mt-3">
            {t("clubProfile.leave")}
          </button>
        </form>
      )}
      {isHolder && officers.length < MOST_OFFICERS && (
        <PublicForm
          state={state}
          submit={t("clubProfile.name")}
          look="secondary"
          className="card relative mt-4 grid gap-5 p-5 md:p-8"
        >
          <input type="hidden" name="intent" value="name" />
          <TextField
            {...field("name", "validation.me.officer")}
            label={t("clubProfile.officerName")}
            autoComplete="off"
            required
          />
          <TextField
            {...field("email", "validation.me.email")}
            label={t("clubProfile.officerEmail")}
            hint={t("clubProfile.officerHint")}
            type="email"
            autoComplete="off"
            required
          />
        </PublicForm>
      )}
    </section>
  );
}
