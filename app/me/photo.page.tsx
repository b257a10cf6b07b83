import { data, type RouterContextProvider, redirect } from "react-router";
import { recordId } from "../core/http/address-checks.ts";
import { type Flash, setFlash } from "../core/http/cookies.server.ts";
import { readOrUnavailable } from "../core/http/fallback.server.ts";
import { allow } from "../core/http/rate-limit.server.ts";
import { allowSlowBodyContext, requestInfoContext } from "../core/http/request-info.ts";
import { PRIVATE } from "../core/http/security-headers.ts";
import { formResponse, handleForm, isFlood } from "../core/http/submission.server.ts";
import { log } from "../core/log/log.server.ts";
import { DAY } from "../core/values/durations.ts";
import { isAway, isFull } from "../core/values/errors.ts";
import { formatTerm, RETENTION } from "../core/values/retention.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import {
  type OwnPhoto,
  readOwnPhoto,
  removeOwnPhotos,
  sendOwnPhoto,
} from "../licences/photos/own-photo.system.server.ts";
import { PHOTO_SIZE, pictureIn } from "../licences/photos/photos.ts";
import { PhotoRefused, receivePhoto } from "../licences/photos/receive-photo.server.ts";
import { Away, Missing } from "../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../site/public-form.tsx";
import { FileField } from "../ui/fields.tsx";
import type { Route } from "./+types/photo.page.ts";
import { linkSchema } from "./me.ts";
import { readMe } from "./sign-in.system.server.ts";

export const handle = { segments: { id: recordId } };

/** What one address sends in a day: each photograph is work for this machine and for staff. */
const SENT = { count: 8, perMs: DAY };

/** The photograph of a licence that stands under the address of whoever is signed in. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const {
    record: photo,
    unavailable,
    status,
  } = await readOrUnavailable(context, "own photo", async () => {
    const signedIn = await readMe(request);
    return signedIn && (await readOwnPhoto(signedIn.me.email, params.id));
  });
  return data({ photo, unavailable }, { status, headers: PRIVATE });
}

export const headers = () => PRIVATE;

/** A form with a file sends a photograph, the other one removes it. */
export function action({ request, context, params: { id }, url }: Route.ActionArgs) {
  const back = (...flash: Flash[]) => {
    const cookies = flash.map((one): [string, string] => ["set-cookie", setFlash(one)]);
    return redirect(url.pathname, { status: 303, headers: cookies });
  };
  if (request.headers.get("content-type")?.startsWith("multipart/form-data")) {
    return send(request, context, id, back);
  }
  return handleForm(request, context, {
    form: "photo-removal",
    schema: linkSchema,
    respondToBot: () => back(),
    async accept() {
      const signedIn = await readMe(request);
      const isGone = signedIn && (await removeOwnPhotos(signedIn.me.email, id));
      return isGone ? back("photoRemoved") : back();
    },
  });
}

async function send(
  request: Request,
  context: Readonly<RouterContextProvider>,
  id: string,
  back: (...flash: Flash[]) => Response,
) {
  const page = context.get(requestInfoContext);
  if (isFlood("photo", page)) return formResponse({ problem: "forms.busy" }, 503);
  try {
    // Of nobody, or for somebody else's licence, no photograph is received.
    const signedIn = await readMe(request);
    const own = signedIn && (await readOwnPhoto(signedIn.me.email, id));
    if (!own?.maySend) return back();
    if (!allow("photo", signedIn?.me.email ?? "", SENT)) {
      return formResponse({ problem: "forms.tooMany" }, 429);
    }
    context.get(allowSlowBodyContext)();
    const content = await receivePhoto(request);
    const isKept = await sendOwnPhoto(signedIn?.me.email ?? "", id, content);
    return isKept ? back("photoSent") : back();
  } catch (error) {
    if (error instanceof PhotoRefused) {
      return formResponse({ errors: { photo: `validation.photo.${error.reason}` } });
    }
    if (isAway(error) || isFull(error)) return formResponse({ problem: "forms.unavailable" }, 503);
    const { reference } = page;
    log.error({ err: error, reference }, "photograph not received");
    return formResponse({ problem: "toasts.error", reference }, 500);
  }
}

export default function PhotoPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { photo, unavailable } = loaderData;
  if (!photo) {
    if (unavailable) return <Away title={t("photo.title")} />;
    return (
      <Missing
        title={t("licence.notFoundTitle")}
        message={t("photo.notFound")}
        back={{ path: "/me", label: t("me.title") }}
      />
    );
  }
  const { name, number, maySend, accepted, pending } = photo;
  return (
    <>
      <PageHead title={t("photo.title")} description={t("photo.title")} noindex />
      <PageBanner title={t("photo.title")} lead={`${name}, ${number}`} />
      <div className="wrap section">
        <section className="card mx-auto grid max-w-[640px] gap-5 p-6 shadow-card wrap-anywhere md:p-10">
          <Pictures accepted={accepted} pending={pending} />
          {maySend ? (
            <Sending state={actionData} isAgain={(accepted ?? pending) !== undefined} />
          ) : (
            <p>{t("photo.ended")}</p>
          )}
          {(accepted ?? pending) !== undefined && (
            <form method="post" className="border-t border-line pt-5">
              <button type="submit" className="button button-line text-blood">
                {t("photo.remove")}
              </button>
              <p className="mt-2 text-sm text-muted">{t("photo.removeHint")}</p>
            </form>
          )}
          <a className="link inline-flex min-h-11 items-center" href={pathIn(language, "/me")}>
            {t("me.title")}
          </a>
        </section>
      </div>
    </>
  );
}

/** What is on the card, and what waits. */
function Pictures({ accepted, pending }: Pick<OwnPhoto, "accepted" | "pending">) {
  const { t } = useI18n();
  if (accepted === undefined && pending === undefined) return <p>{t("photo.none")}</p>;
  return (
    <div className="grid gap-5">
      {accepted !== undefined && (
        <figure>
          <img
            src={pictureIn(accepted)}
            {...PHOTO_SIZE}
            alt={t("photo.alt")}
            className="rounded-control"
          />
          <figcaption className="mt-2 font-semibold">{t("photo.accepted")}</figcaption>
        </figure>
      )}
      {pending !== undefined && (
        <figure>
          <img
            src={pictureIn(pending)}
            {...PHOTO_SIZE}
            alt={t("photo.altPending")}
            className="rounded-control"
          />
          <figcaption className="mt-2 font-semibold">{t("photo.pending")}</figcaption>
        </figure>
      )}
    </div>
  );
}

type SendingProps = { state: Route.ComponentProps["actionData"]; isAgain: boolean };

/** What the photograph is for and who sees it, said before it is sent. */
function Sending({ state, isAgain }: SendingProps) {
  const { t, language } = useI18n();
  const field = useFields(state);
  return (
    <>
      <div className="grid gap-3">
        <p>{t("photo.purpose")}</p>
        <p>{t("photo.seen")}</p>
        <p>{t("photo.kept", { term: formatTerm(language, RETENTION.photos.term) })}</p>
        <p className="font-semibold">{t("photo.minor")}</p>
      </div>
      <PublicForm
        state={state}
        submit={t(isAgain ? "photo.sendAgain" : "photo.send")}
        withFile
        className="relative grid gap-5"
      >
        <FileField
          {...field("photo", "validation.photo.missing")}
          label={t("photo.label")}
          hint={t("photo.hint")}
          accept="image/jpeg,image/png,image/webp"
          required
        />
      </PublicForm>
    </>
  );
}
