import { data, redirect } from "react-router";
import { type Flash, setFlash } from "../core/http/cookies.server.ts";
import { readOrUnavailable } from "../core/http/fallback.server.ts";
import { PRIVATE } from "../core/http/security-headers.ts";
import { handleForm } from "../core/http/submission.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { type Language, languageOf, pathIn } from "../i18n/languages.ts";
import { isMailConfigured } from "../mail/mail.server.ts";
import { openDataLink } from "../people/own-data.system.server.ts";
import { Away } from "../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import type { Route } from "./+types/me.page.ts";
import { withdrawMove } from "./club/moves.system.server.ts";
import { meSchema } from "./me.ts";
import { proveAddress } from "./prove-address.server.ts";
import {
  clearedAskedCookie,
  clearedSessionCookie,
  endSessions,
  readAsked,
  readMe,
} from "./sign-in.system.server.ts";
import { SignInForms } from "./sign-in-forms.tsx";
import { readSpace, setListed } from "./space.system.server.ts";
import { SpaceSections } from "./space.tsx";

/** Somebody's own space; for whoever is not signed in, a field for their address, then one for the code. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { record, unavailable } = await readOrUnavailable(context, "own space", async () => {
    const signedIn = await readMe(request);
    return signedIn && { ...signedIn, space: await readSpace(signedIn.me.email) };
  });
  return data(
    {
      email: record?.me.email,
      space: record?.space,
      asked: readAsked(request)?.email,
      reachable: isMailConfigured(),
      unavailable,
    },
    {
      status: unavailable ? 503 : 200,
      headers: { ...PRIVATE, ...(record?.cookie && { "set-cookie": record.cookie }) },
    },
  );
}

export const headers = () => PRIVATE;

/** The answer to an address is the same whether it is known. */
export function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const back = (...cookies: string[]) => toMe(language, cookies);
  return handleForm(request, context, {
    form: "me",
    schema: meSchema,
    target: (wish) => (wish.intent === "send" ? wish.email : ""),
    respondToBot: () => back(),
    async accept(wish, values) {
      if (wish.intent === "send" || wish.intent === "code" || wish.intent === "again") {
        return proveAddress(request, context, { wish, values, language, back });
      }
      const signedIn = await readMe(request);
      if (!signedIn) return back(clearedSessionCookie());
      if (wish.intent === "data") {
        const token = await openDataLink(signedIn.me.email);
        return redirect(pathIn(language, `/privacy/data/${token}`), 303);
      }
      if (wish.intent === "stay") {
        const done = await withdrawMove(signedIn.me.email, wish.move);
        return back(setFlash(done ? "clubMoveWithdrawn" : "clubMoveGone"));
      }
      if (wish.intent === "list" || wish.intent === "unlist") {
        await setListed(signedIn.me.email, wish.member, wish.intent === "list");
        return back();
      }
      await endSessions(signedIn.me, wish.intent === "leave-everywhere");
      return back(clearedSessionCookie(), clearedAskedCookie(), setFlash("meLeft" satisfies Flash));
    },
  });
}

/** Back to the page, which shows what is next. */
function toMe(language: Language, cookies: readonly string[]) {
  const headers = cookies.map((one): [string, string] => ["set-cookie", one]);
  return redirect(pathIn(language, "/me"), { status: 303, headers });
}

export default function MePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { email, space, asked, reachable, unavailable } = loaderData;
  if (unavailable) return <Away title={t("me.title")} />;
  return (
    <>
      <PageHead
        title={t("me.title")}
        description={t("me.lead")}
        noindex={email !== undefined || asked !== undefined}
      />
      <PageBanner title={t("me.title")} lead={email ?? t("me.lead")} />
      <div className="wrap section wrap-anywhere">
        {email && space ? (
          <SpaceSections email={email} space={space} />
        ) : (
          <div className="card mx-auto max-w-[640px] p-6 shadow-card md:p-10">
            <SignInForms asked={asked} reachable={reachable} state={actionData} />
          </div>
        )}
      </div>
    </>
  );
}
