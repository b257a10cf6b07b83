import { History } from "lucide-react";
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
