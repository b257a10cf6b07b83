import { ExternalLink, History } from "lucide-react";
import { Link } from "react-router";

/** Beside a form: what the record said before. */
export function VersionsLink({ table, id }: { table: string; id: string }) {
  return (
    <Link to={`/admin/versions/${table}/${id}`} className="button quiet">
      <History aria-hidden="true" size={17} />
      Versions
    </Link>
  );
}

type Props = {
  href: string;
  /** Whether visitors see it too; else only staff do. */
  isPublic: boolean;
};

/** Beside a form: the record as it is stored, on the site. What is being typed stays where it is. */
export function SiteLink({ href, isPublic }: Props) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="button quiet">
      <ExternalLink aria-hidden="true" size={17} />
      {isPublic ? "Voir sur le site" : "Aperçu"}
    </a>
  );
}
