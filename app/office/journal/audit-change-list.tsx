import { Link } from "react-router";
import { EmailText } from "../../kit/email-text.tsx";
import type { Change } from "./audit-changes.ts";

/** Fields that stand in the line; the others are a click away. */
const AT_ONCE = 3;
/** Letters of a value that stand in the line. */
const SHORT = 100;

/** What an entry of the log tells, field by field; nothing of it is cut off for good. */
export function ChangeList({ changes, inBin }: { changes: readonly Change[]; inBin: boolean }) {
  if (inBin) {
    return (
      <Link to="/admin/bin" className="link text-sm">
        Fiche entière 30 jours dans la corbeille
      </Link>
    );
  }
  if (changes.length === 0) return <span className="text-muted">—</span>;
  const rest = changes.slice(AT_ONCE);
  return (
    <div className="grid max-w-[60ch] gap-0.5">
      <Lines changes={changes.slice(0, AT_ONCE)} />
      {rest.length > 0 && (
        <details>
          <summary className="py-0.5 text-sm text-leaf">
            {rest.length > 1 ? `${rest.length} autres champs` : "Un autre champ"}
          </summary>
          <Lines changes={rest} />
        </details>
      )}
    </div>
  );
}

function Lines({ changes }: { changes: readonly Change[] }) {
  return (
    <ul className="grid gap-0.5">
      {changes.map((change) => (
        <li key={change.name} className="wrap-anywhere whitespace-pre-line">
          <ChangeLine {...change} />
        </li>
      ))}
    </ul>
  );
}

function ChangeLine({ name, was, is }: Change) {
  const long = [was ?? "", is].some((text) => text.length > SHORT);
  return (
    <>
      <span className="font-semibold">{name}</span>
      {" : "}
      {was !== undefined && (
        <>
          <del>
            <EmailText email={shortened(was)} />
          </del>
          {" → "}
        </>
      )}
      <ins className="no-underline">
        <EmailText email={shortened(is)} />
      </ins>
      {long && (
        <details>
          <summary className="py-0.5 text-sm text-leaf">En entier</summary>
          {was !== undefined && (
            <p className="mt-1 border-l-2 border-line pl-2 text-muted">
              <del className="no-underline">{was}</del>
            </p>
          )}
          <p className="mt-1 border-l-2 border-green pl-2">{is}</p>
        </details>
      )}
    </>
  );
}

const shortened = (text: string) => (text.length > SHORT ? `${text.slice(0, SHORT)}…` : text);
