import { Plus } from "lucide-react";
import { Link, type LinkProps, type To, useSearchParams } from "react-router";

/** The path of a record over its list, or of a 'new' one. The query stays, so the list keeps its filters. */
export function useRecordPath(): (id: string) => To {
  const [params] = useSearchParams();
  return (id) => ({ pathname: id, search: params.toString() });
}

type Props = Omit<LinkProps, "to" | "id"> & { id: string };

/** Opens a record of a list over it. */
export function RecordLink({
  id,
  className = "block font-semibold hover:underline",
  ...rest
}: Props) {
  const pathOf = useRecordPath();
  // The first document holds the manifest of all office routes, so no route is discovered lazily.
  return (
    <Link to={pathOf(id)} discover="none" preventScrollReset className={className} {...rest} />
  );
}

/** In an empty list: creates the first record. */
export function CreateLink({ label }: { label: string }) {
  return (
    <RecordLink id="new" className="button">
      <Plus aria-hidden="true" size={17} />
      {label}
    </RecordLink>
  );
}
