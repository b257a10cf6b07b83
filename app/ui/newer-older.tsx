type Props = {
  /** The address of the first page. */
  here: string;
  /** This is a further page. */
  further: boolean;
  /** The id of the last record of this page, when there are older ones. */
  last: string | undefined;
  labels: { newest: string; older: string };
};

/** The ways from one page of a list to the newest records and to older ones. */
export function NewerOlder({ here, further, last, labels }: Props) {
  if (!further && last === undefined) return null;
  const next = `${here}${here.includes("?") ? "&" : "?"}before=${last}`;
  return (
    <p className="mt-12 flex flex-wrap justify-center gap-4">
      {further && (
        <a className="tab" href={here}>
          {labels.newest}
        </a>
      )}
      {last !== undefined && (
        <a className="tab" rel="next" href={next}>
          {labels.older}
        </a>
      )}
    </p>
  );
}
