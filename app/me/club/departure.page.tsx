import { data, redirect } from "react-router";
import { recordId } from "../../core/http/address-checks.ts";
import { type Flash, setFlash } from "../../core/http/cookies.server.ts";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import { handleForm } from "../../core/http/submission.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { formatDate, isoDay } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { movesOpenFrom } from "../../membership/clubs/clubs.ts";
import { Away, Missing } from "../../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { PublicForm } from "../../site/public-form.tsx";
import { linkSchema } from "../me.ts";
import { readMe } from "../sign-in.system.server.ts";
import type { Route } from "./+types/departure.page.ts";
import { partFromClub, readParting } from "./club.system.server.ts";
import { readMoveWindow } from "./invitations.system.server.ts";

export const handle = { segments: { id: recordId } };

/** Asks a player whether they leave their club, or a club whether it releases a player. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const {
    record: parting,
    unavailable,
    status,
  } = await readOrUnavailable(context, "departure", async () => {
    const signedIn = await readMe(request);
    const found = signedIn && (await readParting(signedIn.me.email, params.id));
    return (
      found && { ...found, movesFrom: movesOpenFrom(await readMoveWindow(), isoDay(currentTime())) }
    );
  });
  return data({ parting, unavailable }, { status, headers: PRIVATE });
}

export const headers = () => PRIVATE;

export function action({ request, context, params, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  return handleForm(request, context, {
    form: "departure",
    schema: linkSchema,
    respondToBot: () => redirect(url.pathname, 303),
    async accept() {
      const signedIn = await readMe(request);
      const parted = signedIn && (await partFromClub(signedIn.me.email, params.id));
      if (!parted) return redirect(url.pathname, 303);
      const path = parted.by === "club" ? `/me/club/${parted.number}` : "/me";
      return redirect(pathIn(language, path), {
        status: 303,
        headers: [["set-cookie", setFlash("clubParted" satisfies Flash)]],
      });
    },
  });
}

export default function DeparturePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { parting, unavailable } = loaderData;
  if (!parting) {
    if (unavailable) return <Away title={t("club.title")} />;
    return (
      <Missing
        title={t("club.partedTitle")}
        message={t("club.partedMessage")}
        back={{ path: "/me", label: t("me.title") }}
      />
    );
  }
  const { by, name, club, number, takenUntil, movesFrom } = parting;
  const isPlayer = by === "player";
  const title = t(isPlayer ? "club.leaveTitle" : "club.releaseTitle", { club, name });
  return (
    <>
      <PageHead title={title} description={title} noindex />
      <PageBanner title={title} />
      <div className="wrap section">
        <section className="card mx-auto grid max-w-[640px] gap-4 p-6 shadow-card wrap-anywhere md:p-10">
          <p className="font-semibold">{name}</p>
          <p>{t(isPlayer ? "club.leaveText" : "club.releaseText")}</p>
          {isPlayer && movesFrom && (
            <p>{t("club.leaveThen", { date: formatDate(language, movesFrom) })}</p>
          )}
          {takenUntil && <p>{t("club.taken", { date: formatDate(language, takenUntil) })}</p>}
          <PublicForm
            state={actionData}
            submit={t(isPlayer ? "club.leave" : "club.release")}
            look="grave"
            className="relative"
          >
            {null}
          </PublicForm>
          <a
            className="link inline-flex min-h-11 items-center"
            href={pathIn(language, isPlayer ? "/me" : `/me/club/${number}`)}
          >
            {t("club.back")}
          </a>
        </section>
      </div>
    </>
  );
}
