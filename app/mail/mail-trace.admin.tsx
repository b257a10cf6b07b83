import { Link } from "react-router";
import { formatDate } from "../i18n/format.ts";
import { IfMay } from "../kit/may.tsx";
import type { HardBounce } from "./sent-mails.staff.server.ts";

type Props = {
  /** The record that is looked at: whose it is leads to everything about them. */
  id: string;
  email: string;
  refusal: HardBounce;
};

/** Where staff see what was sent to somebody, and that their address does not work. */
export function MailTrace({ id, email, refusal }: Props) {
  return (
    <>
      {refusal && (
        <p className="font-semibold text-blood">
          {`Adresse refusée le ${formatDate("fr", refusal.refused_at)} : le serveur de messagerie dit qu’elle n’existe pas (${refusal.code}).`}
        </p>
      )}
      <IfMay to="/admin/mails">
        <Link to={`/admin/mails?${new URLSearchParams({ q: email })}`} className="link mr-4">
          Messages envoyés à cette adresse
        </Link>{" "}
      </IfMay>
      <IfMay to={`/admin/people/${id}`}>
        <Link to={`/admin/people/${id}`} className="link">
          Fiche de la personne
        </Link>
      </IfMay>
    </>
  );
}
