import { KeyRound } from "lucide-react";
import { Form } from "react-router";
import { CHALLENGE_MINUTES, PASSKEY, type SigningOptions } from "./passkey.ts";

type Props = { options: SigningOptions; script: string };

/** The way in by passkey. Its script shows it, where the browser has passkeys. */
export function SignInByPasskey({ options, script }: Props) {
  return (
    <>
      <div hidden data-passkey={JSON.stringify(options)} data-minutes={CHALLENGE_MINUTES}>
        <Form method="post">
          <input type="hidden" name="intent" value="passkey" />
          <input type="hidden" name={PASSKEY} />
          <button type="button" className="button quiet min-h-12 w-full">
            <KeyRound aria-hidden="true" size={18} className="shrink-0" />
            Se connecter avec une clé d’accès
          </button>
        </Form>
        <p aria-live="polite" className="field-error" />
      </div>
      <script type="module" src={script} />
    </>
  );
}
