import { Plus } from "lucide-react";
import { Link, type LinkProps, type To, useSearchParams } from "react-router";

/** Where a record opens over its list, 'new' for one that is to be made: the list stays as it is filtered. */
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
  // Every screen of the office is known from the start: nothing is to be discovered.
  return (
    <Link to={pathOf(id)} discover="none" preventScrollReset className={className} {...rest} />
  );
}

/** What an empty list invites to: the first record. */
export function CreateLink({ label }: { label: string }) {
  return (
    <RecordLink id="new" className="button">
      <Plus aria-hidden="true" size={17} />
      {label}
    </RecordLink>
  );
}
