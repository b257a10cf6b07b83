import { KeyRound } from "lucide-react";
import { PROOF_PASSKEY } from "../second-factor/confirmation.ts";
import type { SigningOptions } from "./passkey.ts";
import { usePasskey } from "./use-passkey.ts";

/** Answers the question before something dangerous by a passkey, in place of the field above it. */
export function PasskeyAnswer({ options }: { options: SigningOptions }) {
  const { able, busy, problem, field, press } = usePasskey(({ sign }) => sign(options));
  return (
    <>
      <input type="hidden" name={PROOF_PASSKEY} ref={field} />
      {able && (
        <div>
          <button type="button" onClick={press} disabled={busy} className="button quiet">
            <KeyRound aria-hidden="true" size={17} className="shrink-0" />
            Utiliser une clé d’accès
          </button>
          <p aria-live="polite" className="field-error">
            {problem}
          </p>
        </div>
      )}
    </>
  );
}
