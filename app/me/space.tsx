import type { ReactNode } from "react";
import { formatDate, formatDays, formatTime } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { hasCard } from "../licences/licence-state.ts";
import { PaymentRow } from "../payments/page/payment-row.tsx";
import { isLive, TICKET_BADGES } from "../registrations/registrations.ts";
import { Local } from "../ui/text.tsx";
import type { Space } from "./space.system.server.ts";

type Props = { email: string; space: Space };

/** What stands under an address, what is to be done first. */
export function SpaceSections({ email, space }: Props) {
  const { t } = useI18n();
  const { memberships, actsFor, toCome, past, orders } = space;
  const isEmpty = [memberships, actsFor, toCome, past, orders].every((list) => list.length === 0);
  return (
    <div className="mx-auto grid max-w-[820px] gap-10">
      {isEmpty && <p>{t("me.empty", { email })}</p>}
      {memberships.length > 0 && (
        <Section title={t("me.memberships")}>
          <ul className="grid gap-4">
            {memberships.map((membership) => (
              <Membership
                key={membership.id}
                membership={membership}
                club={membership.club === null ? undefined : space.clubs.get(membership.club)}
              />
            ))}
          </ul>
        </Section>
      )}
      {actsFor.length > 0 && (
        <Section title={t("clubProfile.also")}>
          <ul className="card divide-y divide-line px-5">
            {actsFor.map(({ number, name }) => (
              <li key={number} className="py-2">
                {name}
                <br />
                <TextLink to={`/me/club/${number}`} label={t("club.open")} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {space.moves.length > 0 && <Moves moves={space.moves} />}
      {toCome.length + past.length > 0 && (
        <Section title={t("me.registrations")}>
          <Places places={toCome} />
          {past.length > 0 && (
            <details className="disclosure mt-4">
              <summary>{t("me.past")}</summary>
              <Places places={past} />
            </details>
          )}
        </Section>
      )}
      {orders.length > 0 && (
        <Section title={t("me.payments")}>
          <ul className="card divide-y divide-line px-5">
            {orders.map((order) => (
              <li key={order.token}>
                <PaymentRow payment={order} payer={order.payer_name} />
                {order.receipts.map((number) => (
                  <TextLink
                    key={number}
                    to={`/payments/${order.token}/receipts/${number}`}
                    label={t("me.receipt", { number })}
                  />
                ))}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <OwnData space={space} />
      <form method="post" className="border-t border-line pt-6">
        <p className="flex flex-wrap gap-x-6">
          {(["leave", "leave-everywhere"] as const).map((intent) => (
            <button
              key={intent}
              type="submit"
              name="intent"
              value={intent}
              className="link min-h-11 text-left"
            >
              {t(intent === "leave" ? "me.leave" : "me.leaveEverywhere")}
            </button>
          ))}
        </p>
        <p className="text-sm text-muted">{t("me.leaveHint")}</p>
      </form>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 text-xl">{title}</h2>
      {children}
    </section>
  );
}

function TextLink({ to, label }: { to: string; label: string }) {
  const { language } = useI18n();
  return (
    <a className="link mr-6 inline-flex min-h-11 items-center" href={pathIn(language, to)}>
      {label}
    </a>
  );
}

/** What a card is opened for. */
function MainLink({ to, label }: { to: string; label: string }) {
  const { language } = useI18n();
  return (
    <p className="mt-4">
      <a className="button button-line" href={pathIn(language, to)}>
        {label}
      </a>
    </p>
  );
}

/** The moves to another club that wait for the present one. */
function Moves({ moves }: Pick<Space, "moves">) {
  const { t, language } = useI18n();
  return (
    <Section title={t("me.moves")}>
      <ul className="grid gap-4">
        {moves.map(({ id, name, club, until }) => (
          <li key={id} className="card p-5">
            <h3 className="text-lg">{name}</h3>
            <p>{t("me.moveWaits", { club, date: formatDate(language, until) })}</p>
            <form method="post" className="mt-2">
              <input type="hidden" name="move" value={id} />
              <button type="submit" name="intent" value="stay" className="link min-h-11">
                {t("me.stay")}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type MembershipProps = {
  membership: Space["memberships"][number];
  /** What its club is called, while it is one. */
  club: string | undefined;
};

function Membership({ membership, club }: MembershipProps) {
  const { t, language } = useI18n();
  const { name, type, status, end, token, licence, renewal, register, is_test } = membership;
  const isBad = licence
    ? licence.state !== "ending" && !hasCard(licence.state)
    : status !== "active";
  const showsCard = token && licence && hasCard(licence.state);
  return (
    <li className="card p-5">
      <h3 className="text-lg">{name}</h3>
      {type && (
        <p>
          <Local value={localized(type, "name", language)} />
        </p>
      )}
      {licence && (
        <p className="font-bold tabular-nums">
          {t("licence.number")} {licence.number}
        </p>
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-3">
        <span
          className={`badge ${isBad ? (status === "pending" ? "badge-plain" : "badge-red") : ""}`}
        >
          {licence ? t(`licence.state.${licence.state}`) : t(`me.status.${status}`)}
        </span>
        {/* Beside « Suspendue » a day reads as that of the suspension, whose own the next line says. */}
        {end &&
          licence?.state !== "suspended" &&
          t("me.until", { date: formatDate(language, end) })}
      </p>
      {licence?.state === "suspended" && (
        <p className="mt-2">
          {licence.suspension?.until
            ? t("licence.suspendedUntil", {
                date: formatDate(language, licence.suspension.until),
              })
            : t(licence.suspension ? "licence.suspendedText" : "licence.membershipSuspended")}
        </p>
      )}
      {is_test && <p className="mt-2 font-semibold text-red">{t("me.test")}</p>}
      {club && !membership.isClub && (
        <p className="mt-2">
          {t("club.label")} {club}
        </p>
      )}
      {club && membership.isClub && status === "active" && (
        <MainLink to={`/me/club/${membership.club}`} label={t("club.open")} />
      )}
      {showsCard && <MainLink to={`/licences/${token}`} label={t("me.card")} />}
      <p className="mt-2">
        {showsCard && <TextLink to={`/licences/${token}/card.pdf`} label={t("me.cardFile")} />}
        {licence && <TextLink to={`/me/photo/${membership.id}`} label={t("photo.own")} />}
        {token && <TextLink to={`/membership/application/${token}`} label={t("me.membership")} />}
      </p>
      {licence && register && (
        <form method="post" className="mt-2">
          <input type="hidden" name="member" value={membership.id} />
          <p>{t(register.isListed ? "register.listed" : "register.unlistedOwn")}</p>
          <button
            type="submit"
            name="intent"
            value={register.isListed ? "unlist" : "list"}
            className="link min-h-11 text-left"
          >
            {t(register.isListed ? "register.unlist" : "register.list")}
          </button>
        </form>
      )}
      {club && !membership.isClub && (
        <a
          className="link inline-flex min-h-11 items-center text-blood"
          href={pathIn(language, `/me/departure/${membership.id}`)}
        >
          {t("club.leave")}
        </a>
      )}
      {renewal && (
        <p className="mt-2">
          <a className="button" href={pathIn(language, `/membership/renewal/${renewal}`)}>
            {t("me.renew")}
          </a>
        </p>
      )}
    </li>
  );
}

function Places({ places }: { places: Space["toCome"] }) {
  const { t, language } = useI18n();
  return (
    <ul className="grid gap-4">
      {places.map(({ id, name, status, reference, token, hasFile, isToCome, is_test, event }) => (
        <li key={id} className="card p-5">
          <h3 className="text-lg">
            <Local value={localized(event, "title", language)} />
          </h3>
          <p>
            {formatDays(language, event.date, event.end_date)}
            {event.time && ` · ${formatTime(language, event.time)}`}
          </p>
          <p>
            {name} · <span className="whitespace-nowrap tabular-nums">{reference}</span>
          </p>
          <p className="mt-2">
            <span className={`badge ${TICKET_BADGES[status]}`}>{t(`ticket.status.${status}`)}</span>
          </p>
          {is_test && <p className="mt-2 font-semibold text-red">{t("me.test")}</p>}
          {isLive(status) && hasFile ? (
            <MainLink to={`/tickets/${token}`} label={t("me.ticket")} />
          ) : (
            <TextLink to={`/tickets/${token}`} label={t("me.registration")} />
          )}
          {hasFile && isToCome && (
            <TextLink to={`/tickets/${token}/ticket.pdf`} label={t("me.ticketFile")} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** What was agreed to, and the ways to the data itself. */
function OwnData({ space: { subscription, consents } }: Pick<Props, "space">) {
  const { t, language } = useI18n();
  return (
    <Section title={t("me.data")}>
      <div className="card grid gap-4 p-5">
        {subscription ? (
          <div>
            <p>{t("me.newsletter", { date: formatDate(language, subscription.at) })}</p>
            <blockquote className="mt-1 text-sm text-muted">{subscription.text}</blockquote>
            <TextLink
              to={`/newsletter/unsubscribe/${subscription.token}`}
              label={t("me.unsubscribe")}
            />
          </div>
        ) : (
          <div>
            <p>{t("me.notSubscribed")}</p>
            <TextLink to="/newsletter" label={t("me.subscribe")} />
          </div>
        )}
        {consents.length > 0 && (
          <details className="disclosure">
            <summary>{t("me.consents")}</summary>
            <ul className="grid gap-3">
              {consents.map(({ id, name, event, terms_since, guardian }) => (
                <li key={id}>
                  <p className="font-semibold">
                    {name}
                    {event && (
                      <>
                        {" · "}
                        <Local value={localized(event, "title", language)} />
                      </>
                    )}
                  </p>
                  {terms_since && (
                    <p>{t("me.terms", { date: formatDate(language, terms_since) })}</p>
                  )}
                  {guardian && (
                    <>
                      <p>
                        {t("me.guardian", {
                          name: guardian.name,
                          date: formatDate(language, guardian.at),
                        })}
                      </p>
                      <blockquote className="text-sm text-muted">{guardian.text}</blockquote>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </details>
        )}
        <form method="post">
          <p>{t("me.dataText")}</p>
          <button type="submit" name="intent" value="data" className="link min-h-11 text-left">
            {t("me.openData")}
          </button>
        </form>
      </div>
    </Section>
  );
}
