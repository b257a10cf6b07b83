import { data, redirect } from "react-router";
import { asVisitor } from "../../core/database/doors/doors.server.ts";
import type { AddressCheck } from "../../core/http/address-checks.ts";
import { choice } from "../../core/http/address-checks.ts";
import { readSender } from "../../core/http/browser.server.ts";
import { setFlash } from "../../core/http/cookies.server.ts";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import { type FormState, handleForm } from "../../core/http/submission.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { readMinorAge } from "../../guardians/minor-age.visitor.server.ts";
import { formatDate, isoDay } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { ApplicationForm } from "../../membership/apply/application-form.tsx";
import { applicationSchema } from "../../membership/apply/application-schema.ts";
import { MOVE_DAYS, movesOpenFrom, readInvitationCode } from "../../membership/clubs/clubs.ts";
import { listMembershipTypes } from "../../membership/membership.visitor.server.ts";
import type { MembershipType } from "../../membership/types/membership-types.record.ts";
import { Away, Missing } from "../../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { proveAddress } from "../prove-address.server.ts";
import { readAsked, readMe } from "../sign-in.system.server.ts";
import { SignInForms } from "../sign-in-forms.tsx";
import type { Route } from "./+types/invitation.page.ts";
import { invitationSchema } from "./club-schemas.ts";
import {
  acceptInvitation,
  type Candidate,
  listCandidates,
  type NotTaken,
  readInvitation,
  readMoveWindow,
} from "./invitations.system.server.ts";

const invitationCode: AddressCheck = readInvitationCode;
const NOT_TAKEN = ["member", "suspended", "closed", "moving", "type"] as const;
const isNotTaken = (refused: Refusal): refused is NotTaken =>
  NOT_TAKEN.some((one) => one === refused);
const REFUSALS = [
  "used",
  "late",
  "withdrawn",
  "waiting",
  "ended",
  "over",
  ...NOT_TAKEN,
  "unknown",
] as const;
type Refusal = (typeof REFUSALS)[number];

export const handle = {
  segments: { code: invitationCode },
  parameters: { refused: choice(...NOT_TAKEN) },
};

/** What an invitation says; whoever proved their address accepts it here. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const { record, unavailable } = await readOrUnavailable(context, "invitation", async () => {
    const invitation = await readInvitation(params.code);
    const movesFrom = movesOpenFrom(await readMoveWindow(), isoDay(currentTime()));
    const signedIn = invitation?.state === "open" ? await readMe(request) : undefined;
    if (!signedIn) return { invitation, movesFrom, player: undefined, cookie: undefined };
    const { email } = signedIn.me;
    const types = await asVisitor(listMembershipTypes);
    const candidates = await listCandidates(email, params.code);
    const type = types.find(({ member_type }) => member_type === "player");
    const player = { email, candidates, type };
    return { invitation, movesFrom, player, cookie: signedIn.cookie };
  });
  const { cookie, invitation, movesFrom, player } = record ?? {};
  const state = invitation?.state ?? "unknown";
  const wish = REFUSALS.find((one) => one === url.searchParams.get("refused"));
  const refused: Refusal | undefined = state === "open" ? wish : state;
  return data(
    {
      refused,
      club: invitation?.club ?? "",
      until: invitation?.until,
      byPlayer: invitation?.byPlayer === true,
      /** From when a move from another club can be asked for; absent while it can. */
      movesFrom,
      player,
      asked: readAsked(request)?.email,
      reachable: isMailConfigured(),
      unavailable,
    },
    {
      status: unavailable ? 503 : state === "unknown" ? 404 : 200,
      headers: { ...PRIVATE, ...(cookie && { "set-cookie": cookie }) },
    },
  );
}

export const headers = () => PRIVATE;

export function action({ request, context, params, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const { code } = params;
  const back = (...cookies: string[]) =>
    redirect(url.pathname, {
      status: 303,
      headers: cookies.map((one): [string, string] => ["set-cookie", one]),
    });
  return handleForm(request, context, {
    form: "invitation",
    schema: async () => invitationSchema(applicationSchema(await readMinorAge())),
    target: (wish) => (wish.intent === "send" ? wish.email : ""),
    respondToBot: () => back(),
    words: { unavailable: "forms.databaseAway", failed: "forms.applicationFailed" },
    async accept(wish, values) {
      if (wish.intent === "send" || wish.intent === "code" || wish.intent === "again") {
        return proveAddress(request, context, { wish, values, language, back, invitation: code });
      }
      const signedIn = await readMe(request);
      if (!signedIn) return back();
      const { cookie, ...from } = readSender(request, context.get(requestInfoContext), values);
      const how =
        wish.intent === "take"
          ? { member: wish.member }
          : { application: wish.application, language, from };
      const result = await acceptInvitation(code, signedIn.me.email, how);
      if ("token" in result) return redirect(pathIn(language, `/licences/${result.token}`), 303);
      if ("application" in result) {
        return redirect(pathIn(language, `/membership/application/${result.application}`), {
          status: 303,
          headers: [setFlash("membershipSaved"), cookie].map((one) => ["set-cookie", one]),
        });
      }
      if ("waiting" in result) {
        return redirect(pathIn(language, "/me"), {
          status: 303,
          headers: [["set-cookie", setFlash("clubMoveAsked")]],
        });
      }
      const { refused } = result;
      const told = isNotTaken(refused) ? `?refused=${refused}` : "";
      return redirect(url.pathname + told, 303);
    },
  });
}

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { refused, club, until, byPlayer, movesFrom, unavailable } = loaderData;
  const from = movesFrom && formatDate(language, movesFrom);
  if (unavailable) return <Away title={t("invitation.title")} />;
  if (refused) {
    return (
      <Missing
        title={t(`invitation.state.${refused}`)}
        message={
          refused === "closed"
            ? t("invitation.text.closed", { date: from ?? "" })
            : t(`invitation.text.${refused}`)
        }
        back={{ path: "/membership", label: t("invitation.back") }}
      />
    );
  }
  const lead = t(byPlayer ? "invitation.leadByPlayer" : "invitation.lead", { club });
  const { player, asked, reachable } = loaderData;
  return (
    <>
      <PageHead title={t("invitation.title")} description={lead} noindex />
      <PageBanner title={t("invitation.title")} lead={lead} />
      <div className="wrap section grid gap-8 pb-0 wrap-anywhere">
        <section className="card mx-auto grid w-full max-w-[820px] gap-4 p-6 shadow-card md:p-10">
          {until && (
            <p className="font-semibold">
              {byPlayer
                ? t("invitation.byPlayer")
                : t("invitation.paid", { date: formatDate(language, until) })}
            </p>
          )}
          <p>{t("invitation.sees")}</p>
          {player ? (
            <SignedIn email={player.email} />
          ) : (
            <>
              <p>{t("invitation.prove")}</p>
              <SignInForms asked={asked} reachable={reachable} isNew state={actionData} />
            </>
          )}
        </section>
        {player && player.candidates.length > 0 && (
          <Candidates candidates={player.candidates} closedUntil={from} byPlayer={byPlayer} />
        )}
      </div>
      {player ? (
        <Form {...player} byPlayer={byPlayer} state={actionData} />
      ) : (
        <div className="pb-10" />
      )}
    </>
  );
}

function SignedIn({ email }: { email: string }) {
  const { t, language } = useI18n();
  return (
    <p>
      {t("invitation.signedIn", { email })}{" "}
      <a className="link" href={pathIn(language, "/me")}>
        {t("invitation.other")}
      </a>
    </p>
  );
}

type CandidatesProps = {
  candidates: Candidate[];
  byPlayer: boolean;
  /** The day from which a move from another club can be asked for; absent while it can. */
  closedUntil: string | undefined;
};

/** The licences at the address: one press is enough. */
function Candidates({ candidates, byPlayer, closedUntil }: CandidatesProps) {
  const { t } = useI18n();
  return (
    <section className="card mx-auto w-full max-w-[820px] p-6 shadow-card md:p-10">
      <h2 className="text-xl">{t("invitation.haveTitle")}</h2>
      <p className="mb-4 mt-2">{t(byPlayer ? "invitation.haveOwnText" : "invitation.haveText")}</p>
      <ul className="grid gap-6">
        {candidates.map(({ id, name, licence, formerClub, leftClub }) => {
          const isClosed = closedUntil && (formerClub || leftClub);
          return (
            <li key={id}>
              <form method="post">
                <input type="hidden" name="intent" value="take" />
                <p className="mb-2 font-bold tabular-nums">{licence}</p>
                {isClosed ? (
                  <p>
                    {formerClub
                      ? t("invitation.closed", { name, club: formerClub, date: closedUntil })
                      : t("invitation.left", { name, club: leftClub ?? "", date: closedUntil })}
                  </p>
                ) : (
                  <>
                    {formerClub && (
                      <p className="mb-2">
                        {t("invitation.asks", { name, club: formerClub, days: MOVE_DAYS })}
                      </p>
                    )}
                    <button type="submit" name="member" value={id} className="button">
                      {t(formerClub ? "invitation.ask" : "invitation.take", { name })}
                    </button>
                  </>
                )}
              </form>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type FormProps = { email: string; type?: MembershipType; byPlayer: boolean; state?: FormState };

function Form({ email, type, byPlayer, state }: FormProps) {
  const { t } = useI18n();
  if (!type) return <p className="wrap section">{t("invitation.text.type")}</p>;
  return (
    <ApplicationForm
      types={[type]}
      selected={type}
      state={state}
      title={t("invitation.formTitle")}
      action={null}
      invited={{ email, submit: t(byPlayer ? "invitation.acceptAndPay" : "invitation.accept") }}
    />
  );
}
