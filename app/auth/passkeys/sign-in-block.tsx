import { KeyRound } from "lucide-react";
import { Form } from "react-router";
import { CHALLENGE_MINUTES, PASSKEY, type SigningOptions } from "./passkey.ts";
import type { SignInScripts } from "./sign-in-script.server.ts";

const UNABLE =
  "Une clé d’accès demande JavaScript et un navigateur qui les connaît. Sinon, prenez votre mot de passe.";
const UNREACHABLE = "La page n’a pas pu être complétée. Réessayez, ou prenez votre mot de passe.";

type Props = SignInScripts & { options: SigningOptions };

/** The way in by passkey. Its script shows it, where the browser has passkeys, instead of the sentence before it. */
export function SignInByPasskey({ options, script, ceremony }: Props) {
  return (
    <>
      <p>{UNABLE}</p>
      <div
        hidden
        data-passkey={JSON.stringify(options)}
        data-minutes={CHALLENGE_MINUTES}
        data-ceremony={ceremony}
        data-unreachable={UNREACHABLE}
      >
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
