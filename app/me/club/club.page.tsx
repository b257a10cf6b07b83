import { data, redirect } from "react-router";
import { type Flash, setFlash } from "../../core/http/cookies.server.ts";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import { type FormState, formResponse, handleForm } from "../../core/http/submission.server.ts";
import { Occupancy } from "../../events/page/event-card.tsx";
import { formatAmount, formatDate } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { hasCard } from "../../licences/licence-state.ts";
import { pictureIn } from "../../licences/photos/photos.ts";
import {
  formatInvitationCode,
  INVITATION_DAYS,
  MAX_MOVE_REASON,
  MOST_BOUGHT,
} from "../../membership/clubs/clubs.ts";
import { offerKey } from "../../membership/clubs/purchases.ts";
import { useDocument } from "../../site/document.ts";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../../site/public-form.tsx";
import { TextArea, TextField } from "../../ui/fields.tsx";
import { readMe } from "../sign-in.system.server.ts";
import type { Route } from "./+types/club.page.ts";
import { type Club, readClub, renewPlayers } from "./club.system.server.ts";
import { ClubColours } from "./club-colours.tsx";
import { clubNumber, clubSchema, readMoveReason, reasonField } from "./club-schemas.ts";
import { type Invited, invitePlayer, withdrawInvitation } from "./invitations.system.server.ts";
import { answerMove, type MoveAnswered } from "./moves.system.server.ts";
import { NoClub } from "./no-club.tsx";
import { type WrittenAgain, writeAgain } from "./player-list.system.server.ts";
import { orderLicences } from "./purchases.system.server.ts";

export const handle = { segments: { number: clubNumber } };

/** A club, for whoever proved its address: its licences, its players and its invitations. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { record, unavailable, status } = await readOrUnavailable(context, "club", async () => {
    const signedIn = await readMe(request);
    const club = signedIn && (await readClub(signedIn.me.email, Number(params.number)));
    return club && { club, cookie: signedIn.cookie };
  });
  const { club, cookie } = record ?? {};
  return data(
    { club, unavailable },
    { status, headers: { ...PRIVATE, ...(cookie && { "set-cookie": cookie }) } },
  );
}

export const headers = () => PRIVATE;

const NOT_INVITED: Partial<Record<Invited, Flash>> = { full: "clubFull", many: "clubManyOpen" };

const AGAIN_FLASHES = {
  sent: "clubInvitedAgain",
  early: "clubNotInvitedAgain",
  gone: "clubInvitationGone",
} as const satisfies Record<WrittenAgain, Flash>;

const MOVE_FLASHES = {
  agreed: "clubMoveAgreed",
  refused: "clubMoveRefused",
  gone: "clubMoveGone",
  suspended: "clubMoveSuspended",
  over: "clubMoveGone",
} as const satisfies Record<MoveAnswered, Flash>;

const NOT_ORDERED = {
  closed: "validation.me.notForSale",
  underWay: "validation.me.underWay",
  count: "validation.me.licences",
} as const;

export function action({ request, context, params, url }: Route.ActionArgs) {
  const back = (flash?: Flash) =>
    redirect(url.pathname, {
      status: 303,
      headers: flash === undefined ? [] : [["set-cookie", setFlash(flash)]],
    });
  return handleForm(request, context, {
    form: "club",
    schema: clubSchema,
    respondToBot: () => back(),
    async accept(wish, values) {
      const signedIn = await readMe(request);
      if (!signedIn) return redirect(pathIn(languageOf(url.pathname), "/me"), 303);
      const { email } = signedIn.me;
      const number = Number(params.number);
      if (wish.intent === "invite" || wish.intent === "inviteByPlayer") {
        const by_player = wish.intent === "inviteByPlayer";
        return back(NOT_INVITED[await invitePlayer(email, number, { by_player })]);
      }
      if (wish.intent === "agree") {
        return back(MOVE_FLASHES[await answerMove(email, number, wish.id, { agrees: true })]);
      }
      if (wish.intent === "refuse") {
        const field = reasonField(wish.id);
        const reason = readMoveReason(values[field]);
        if (!reason) return formResponse({ values, errors: { [field]: "validation.me.reason" } });
        const decision = { agrees: false, reason } as const;
        return back(MOVE_FLASHES[await answerMove(email, number, wish.id, decision)]);
      }
      if (wish.intent === "again") {
        return back(AGAIN_FLASHES[await writeAgain(email, number, wish.id)]);
      }
      if (wish.intent === "withdraw") {
        await withdrawInvitation(email, number, wish.id);
        return back();
      }
      if (wish.intent === "buy") {
        const ordered = await orderLicences(email, number, wish);
        if ("token" in ordered) {
          return redirect(pathIn(languageOf(url.pathname), `/payments/${ordered.token}`), 303);
        }
        const { refused } = ordered;
        if (refused === "none") return back();
        if (refused === "changed") return formResponse({ values, problem: "payment.changed" }, 409);
        return formResponse({ values, errors: { count: NOT_ORDERED[refused] } });
      }
      const renewed = await renewPlayers(email, number);
      if (!renewed) return back();
      if (renewed.left > 0) return back("clubRenewedSome");
      return back(renewed.renewed > 0 ? "clubRenewed" : "clubNothingToRenew");
    },
  });
}

export default function ClubPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { club, unavailable } = loaderData;
  if (!club) return <NoClub title={t("club.title")} unavailable={unavailable} />;
  const { name, city, end, used, included, renewable, bought } = club;
  return (
    <>
      <PageHead title={t("club.title")} description={name} noindex />
      <PageBanner title={name} lead={city ?? t("club.title")} />
      <div className="wrap section wrap-anywhere">
        <div className="mx-auto grid max-w-[820px] gap-10">
          <section className="card p-5">
            <p>{end ? t("club.until", { date: formatDate(language, end) }) : t("club.always")}</p>
            <p className="mt-2 text-lg font-bold">{t("club.used", { used, included })}</p>
            <div className="mt-2">
              <Occupancy event={{ max_participants: included, current_participants: used }} />
            </div>
            {bought.map(({ count, until }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is until the next page
              <p key={index}>{t("club.bought", { count, date: formatDate(language, until) })}</p>
            ))}
            <p className="mt-2 text-sm text-muted">{t("club.usedText")}</p>
            {renewable > 0 && (
              <form method="post" className="mt-4">
                <p className="mb-2">{t("club.renewText")}</p>
                <button type="submit" name="intent" value="renew" className="button">
                  {t("club.renew", { count: renewable })}
                </button>
              </form>
            )}
          </section>
          {club.moves.length > 0 && <Moves moves={club.moves} state={actionData} />}
          <Roster club={club} />
          <Invitations club={club} />
          <Purchase
            club={club}
            state={actionData?.values.intent === "buy" ? actionData : undefined}
          />
          <Profile club={club} />
          <p>
            <a className="link inline-flex min-h-11 items-center" href={pathIn(language, "/me")}>
              {t("me.title")}
            </a>
          </p>
        </div>
      </div>
    </>
  );
}

/** What the club shows of itself, and who acts for it. */
function Profile({ club: { number, name, contact, profile } }: { club: Club }) {
  const { t, language } = useI18n();
  const { first_colour, second_colour, logo, statutes_at, officers } = profile;
  const colours = [first_colour, second_colour].flatMap((one) =>
    one === null ? [] : t(`clubProfile.colour.${one}`),
  );
  return (
    <section>
      <h2 className="mb-4 text-xl">{t("clubProfile.title")}</h2>
      <div className="card p-5">
        {logo !== null && (
          <img
            src={pictureIn(logo)}
            width={96}
            height={96}
            alt={t("clubProfile.logoAlt", { club: name })}
            className="mb-3 rounded-control border border-line"
          />
        )}
        <p>{t("clubProfile.contact", { name: contact })}</p>
        {officers.map((officer) => (
          <p key={officer.id}>{t("clubProfile.officer", { name: officer.name })}</p>
        ))}
        {colours.length > 0 && (
          <p className="mt-2 flex flex-wrap items-center gap-3">
            <ClubColours profile={profile} />
            {t("clubProfile.colours", { colours: colours.join(", ") })}
          </p>
        )}
        <p className="mt-2">
          {statutes_at
            ? t("clubProfile.statutesSent", { date: formatDate(language, statutes_at) })
            : t("clubProfile.noStatutes")}
        </p>
        <a
          className="link mt-2 inline-flex min-h-11 items-center"
          href={pathIn(language, `/me/club/${number}/profile`)}
        >
          {t("clubProfile.edit")}
        </a>
      </div>
    </section>
  );
}

/** The players who ask to move to another club. */
function Moves({ moves, state }: { moves: Club["moves"]; state: FormState | undefined }) {
  const { t, language } = useI18n();
  const field = useFields(state, { max: MAX_MOVE_REASON });
  return (
    <section>
      <h2 className="mb-2 text-xl">{t("club.moves")}</h2>
      <p className="mb-4">{t("club.movesText")}</p>
      <ul className="grid gap-4">
        {moves.map(({ id, name, club, until }) => (
          <li key={id} className="card p-5">
            <h3 className="text-lg">{t("club.move", { name, club })}</h3>
            <p>{t("club.moveUntil", { date: formatDate(language, until) })}</p>
            <form method="post" className="mt-3">
              <input type="hidden" name="id" value={id} />
              <button type="submit" name="intent" value="agree" className="button">
                {t("club.agree")}
              </button>
            </form>
            <PublicForm
              state={state?.values.id === id ? state : undefined}
              submit={t("club.refuse")}
              look="grave"
              className="relative mt-5 grid gap-3"
            >
              <input type="hidden" name="intent" value="refuse" />
              <input type="hidden" name="id" value={id} />
              <TextArea
                {...field(reasonField(id), "validation.me.reason")}
                label={t("club.reason")}
                hint={t("club.reasonHint", { name })}
                rows={3}
                required
              />
            </PublicForm>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The order that is open, and the form of another one. */
function Purchase({ club: { offer, ordered }, state }: { club: Club; state?: FormState }) {
  const { t, language } = useI18n();
  const field = useFields(state);
  if (!offer && ordered.length === 0) return null;
  return (
    <section id="buy">
      <h2 className="mb-4 text-xl">{t("club.buyTitle")}</h2>
      {ordered.map(({ token, count, amount, currency }) => (
        <div key={token} className="card mb-6 p-5">
          <p className="font-bold">
            {t("club.ordered", { count, amount: formatAmount(language, amount, currency) })}
          </p>
          <p className="text-sm text-muted">{t("club.orderedText")}</p>
          <a
            className="link inline-flex min-h-11 items-center"
            href={pathIn(language, `/payments/${token}`)}
          >
            {t("club.orderedLink")}
          </a>
        </div>
      ))}
      {offer && (
        <div className="card p-5">
          <p>
            {t("club.buyText", {
              price: formatAmount(language, offer.price, offer.currency),
              date: formatDate(language, offer.until),
            })}
          </p>
          <p className="mt-2 mb-4 text-sm text-muted">{t("club.buyEnd")}</p>
          <PublicForm
            state={state}
            submit={t("club.buy")}
            look="secondary"
            className="relative grid gap-5 justify-items-start"
          >
            <input type="hidden" name="intent" value="buy" />
            <input type="hidden" name="offer" value={offerKey(offer)} />
            <TextField
              {...field("count", "validation.me.licences")}
              label={t("club.buyCount")}
              hint={t("club.buyHint")}
              type="number"
              inputMode="numeric"
              min="1"
              max={String(MOST_BOUGHT)}
              autoComplete="off"
              required
            />
          </PublicForm>
        </div>
      )}
    </section>
  );
}

function Roster({ club: { roster } }: { club: Club }) {
  const { t, language } = useI18n();
  return (
    <section>
      <h2 className="mb-4 text-xl">{t("club.roster")}</h2>
      {roster.length === 0 && <p>{t("club.nobody")}</p>}
      <ul className="grid gap-4">
        {roster.map(({ id, name, gamertag, age, licence, state }) => (
          <li key={id} className="card p-5">
            <h3 className="text-lg">{name}</h3>
            {gamertag && <p>{t("club.gamertag", { name: gamertag })}</p>}
            <p>
              <span className="font-bold tabular-nums">{licence}</span>
              {age && ` · ${t(`club.age.${age}`)}`}
            </p>
            <p className="mt-2">
              <span className={`badge ${hasCard(state) ? "" : "badge-red"}`}>
                {t(`licence.state.${state}`)}
              </span>
            </p>
            <a
              className="link mt-2 inline-flex min-h-11 items-center text-blood"
              href={pathIn(language, `/me/departure/${id}`)}
            >
              {t("club.release")}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Invitations({ club: { number, name, open, used, included } }: { club: Club }) {
  const { t, language } = useI18n();
  return (
    <section>
      <h2 className="mb-4 text-xl">{t("club.inviteTitle")}</h2>
      {used < included ? (
        <form method="post">
          <p className="mb-3">{t("club.inviteText", { days: INVITATION_DAYS })}</p>
          <button type="submit" name="intent" value="invite" className="button">
            {t("club.invite")}
          </button>
        </form>
      ) : (
        <p>{t("club.full")}</p>
      )}
      <p className="mt-6">{t("club.listText")}</p>
      <p>
        <a
          className="link inline-flex min-h-11 items-center"
          href={pathIn(language, `/me/club/${number}/list`)}
        >
          {t("playerList.title")}
        </a>
      </p>
      <form method="post" className="mt-6">
        <p>{t("club.inviteByPlayerText")}</p>
        <button
          type="submit"
          name="intent"
          value="inviteByPlayer"
          className="link min-h-11 text-left"
        >
          {t("club.inviteByPlayer")}
        </button>
      </form>
      {open.length > 0 && (
        <>
          <h2 className="mt-10 mb-4 text-xl">{t("club.invitations")}</h2>
          <ul className="grid gap-4">
            {open.map((invitation) => (
              <Open key={invitation.id} club={name} invitation={invitation} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Open({ club, invitation }: { club: string; invitation: Club["open"][number] }) {
  const { t, language } = useI18n();
  const { publicUrl } = useDocument();
  const { id, code, expires_at, by_player, waits, invitee } = invitation;
  const link = publicUrl + pathIn(language, `/join/${code}`);
  const message = t(by_player ? "club.messageByPlayer" : "club.message", { club, link });
  return (
    <li className="card p-5">
      <p className="text-lg font-bold tabular-nums">
        {t("club.code", { code: formatInvitationCode(code) })}
      </p>
      {by_player && <p className="font-semibold">{t("club.byPlayer")}</p>}
      {invitee && (
        <>
          {invitee.name && <p className="font-semibold">{invitee.name}</p>}
          <p>{invitee.email}</p>
          {invitee.mailed_at && (
            <p className="text-sm text-muted">
              {t("club.mailed", { date: formatDate(language, invitee.mailed_at) })}
            </p>
          )}
        </>
      )}
      {waits ? (
        <p>{t("club.waits", { date: formatDate(language, expires_at) })}</p>
      ) : (
        <>
          <p>{t("club.expires", { date: formatDate(language, expires_at) })}</p>
          <label className="mt-3 block font-semibold" htmlFor={`link-${id}`}>
            {t("club.link")}
          </label>
          <input
            id={`link-${id}`}
            readOnly
            value={link}
            className="mt-1 min-h-11 w-full rounded-control border border-line px-3"
          />
          <p className="mt-4">
            <a
              className="button button-line"
              href={`https://wa.me/?text=${encodeURIComponent(message)}`}
              rel="noopener noreferrer"
              target="_blank"
            >
              {t("club.whatsApp")}
            </a>
          </p>
        </>
      )}
      <form method="post" className="mt-2 flex flex-wrap gap-x-6">
        <input type="hidden" name="id" value={id} />
        {invitee?.canWriteAgain && (
          <button type="submit" name="intent" value="again" className="link min-h-11">
            {t("club.again")}
          </button>
        )}
        <button type="submit" name="intent" value="withdraw" className="link min-h-11 text-blood">
          {t("club.withdraw")}
        </button>
      </form>
    </li>
  );
}
