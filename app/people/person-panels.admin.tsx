import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDate, formatMoment } from "../i18n/format.ts";
import { wordOf } from "../kit/list/filter-bar.tsx";
import { Badge } from "../kit/list/row-controls.tsx";
import { IfMay, useMay } from "../kit/may.tsx";
import { MAIL_STATUS_CHOICES } from "../mail/mail.ts";
import { DESK } from "../membership/members/member-payments.admin.tsx";
import { STATUS_CHOICES, TYPE_CHOICES } from "../membership/members/members.ts";
import { OrderLinks } from "../payments/payment-badges.admin.tsx";
import { STATUS_LABELS } from "../registrations/admin/registration-status-labels.ts";
import type { PersonParts } from "./person-parts.staff.server.ts";

const MEMBERS = "/admin/members";
const REGISTRATIONS = "/admin/registrations";

/** What the office has of a person, each part for whoever may open its list. On paper goes what is theirs alone. */
export function PersonPanels(parts: PersonParts) {
  const { licence, club, memberships, registrations, payments, mails, log } = parts;
  const may = useMay();
  const isOffice = may(MEMBERS);
  return (
    <div className="grid gap-4 print:hidden">
      {isOffice && (
        <Panel title="Licence">
          {licence ? (
            <>
              <p>{licence.words}</p>
              {club && <p>{`Club\u202f: ${club}`}</p>}
              <p>
                <Link to={`${MEMBERS}/${licence.member}/licence`} className="link">
                  Carte et suspension
                </Link>
              </p>
            </>
          ) : (
            <Nothing text="Aucune licence." />
          )}
        </Panel>
      )}
      {(isOffice || may(DESK)) && (
        <Panel title="Adhésions">
          <Lines empty="Aucune adhésion.">
            {memberships.map((row) => (
              <Line
                key={row.id}
                to={`${isOffice ? MEMBERS : DESK}/${row.id}`}
                title={`${row.name}, ${wordOf(TYPE_CHOICES, row.member_type).toLowerCase()}`}
                facts={[seasonWords(row.membership_start, row.membership_end)]}
              >
                <Badge
                  tone={STATUS_CHOICES.find(({ value }) => value === row.status)?.tone ?? "plain"}
                >
                  {wordOf(STATUS_CHOICES, row.status)}
                </Badge>
                {row.is_test && <Badge tone="bad">Essai</Badge>}
              </Line>
            ))}
          </Lines>
        </Panel>
      )}
      <IfMay to={REGISTRATIONS}>
        <Panel title="Inscriptions">
          <Lines empty="Aucune inscription.">
            {registrations.map((row) => (
              <Line
                key={row.id}
                to={`${REGISTRATIONS}/${row.id}`}
                title={row.event}
                facts={[formatDate("fr", row.date), row.reference]}
              >
                <Badge tone={STATUS_LABELS[row.status].tone}>
                  {STATUS_LABELS[row.status].label}
                </Badge>
                {row.is_test && <Badge tone="bad">Essai</Badge>}
              </Line>
            ))}
          </Lines>
        </Panel>
      </IfMay>
      <IfMay to="/admin/payments">
        <Panel title="Paiements">
          <OrderLinks orders={payments} empty="Aucune commande pour le moment." />
        </Panel>
      </IfMay>
      <IfMay to="/admin/mails">
        <Panel title="Messages envoyés">
          <Lines empty="Aucun message.">
            {mails.map((row) => (
              <Line
                key={row.id}
                title={row.reason}
                facts={[row.subject, formatMoment("fr", row.sent_at ?? row.created_at)]}
              >
                <span>{wordOf(MAIL_STATUS_CHOICES, row.status)}</span>
              </Line>
            ))}
          </Lines>
        </Panel>
      </IfMay>
      <IfMay to="/admin/audit">
        <Panel title="Journal">
          <Lines empty="Rien dans le journal.">
            {log.map((row) => (
              <Line
                key={row.id}
                title={row.words}
                facts={[row.staff_name, formatMoment("fr", row.created_at)]}
              />
            ))}
          </Lines>
        </Panel>
      </IfMay>
    </div>
  );
}

const seasonWords = (from: string | null, to: string | null) =>
  [from && `du ${formatDate("fr", from)}`, to && `au ${formatDate("fr", to)}`]
    .filter(Boolean)
    .join(" ");

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel p-4">
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </section>
  );
}

const Nothing = ({ text }: { text: string }) => <p className="text-muted">{text}</p>;

function Lines({ empty, children }: { empty: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <Nothing text={empty} />;
  return <ul className="divide-y divide-line">{children}</ul>;
}

type LineProps = {
  title: string;
  /** Its own screen. */
  to?: string;
  facts: readonly (string | null)[];
  children?: ReactNode;
};

function Line({ title, to, facts, children }: LineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 wrap-anywhere">
        {to ? (
          <Link to={to} className="link">
            {title}
          </Link>
        ) : (
          <p className="font-semibold">{title}</p>
        )}
        <p className="text-sm text-muted">{facts.filter(Boolean).join(", ")}</p>
      </div>
      <span className="flex flex-wrap items-center gap-1">{children}</span>
    </li>
  );
}
