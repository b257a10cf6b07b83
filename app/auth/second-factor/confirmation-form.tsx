import { KeyRound, ShieldCheck } from "lucide-react";
import { Form, Link, useLocation, useNavigation } from "react-router";
import { useSendsMail } from "../../mail/use-notice.ts";
import type { SigningOptions } from "../passkeys/passkey.ts";
import { usePasskey } from "../passkeys/use-passkey.ts";
import { EntranceField, Panel } from "../sign-in/entrance-form.tsx";
import {
  CONFIRMED_MINUTES,
  PROOF,
  PROOF_FROM,
  PROOF_PASSKEY,
  PROOF_SEND,
  type ProofMethod,
  type Question,
} from "./confirmation.ts";
import { WITHOUT_MAIL } from "./second-factor.ts";

const LABELS: Readonly<Record<ProofMethod, string>> = {
  authenticator: "Un code de l’application, ou un code de secours",
  mail: "Le code du message, ou un code de secours",
  password: "Votre mot de passe",
};

type FormProps = Question & {
  /** Where one was, to come back to. */
  back: string;
  /** What follows is a file: the document is asked for as a whole. */
  whole?: boolean;
};

/** Asks somebody to prove themselves, and carries what they typed to what they wanted to do. */
export function ConfirmationForm(props: FormProps) {
  const { method, to, fields, error, sent, passkey, back, whole } = props;
  const busy = useNavigation().state !== "idle";
  const sendsMail = useSendsMail();
  return (
    <section className="panel grid max-w-[620px] gap-4 p-5" aria-labelledby="confirmation">
      <title>Confirmez que c’est vous · Administration</title>
      <h1 id="confirmation" className="flex items-center gap-2 text-xl">
        <ShieldCheck aria-hidden="true" size={24} className="shrink-0 text-leaf" />
        Confirmez que c’est vous
      </h1>
      <p className="text-muted">
        {`Cette action demande une confirmation, valable ${CONFIRMED_MINUTES} minutes sur cet appareil. Rien de ce que vous avez saisi n’est perdu.`}
      </p>
      {sent && !error && <Panel tone="green" title={sent} />}
      <Form method="post" action={to} reloadDocument={whole} noValidate className="grid gap-3">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name={PROOF_FROM} value={back} />
        <EntranceField
          id="proof"
          name={PROOF}
          label={LABELS[method]}
          type={method === "password" ? "password" : "text"}
          autoComplete={method === "password" ? "current-password" : "one-time-code"}
          error={error}
          autoFocus
        />
        <div className="flex flex-wrap gap-3">
          <button type="submit" disabled={busy} className="button">
            Confirmer et continuer
          </button>
          <Link to={back} className="button quiet">
            Annuler
          </Link>
        </div>
        {passkey && <PasskeyAnswer options={passkey} />}
        {method === "mail" && !sendsMail && <p className="text-sm text-muted">{WITHOUT_MAIL}</p>}
        {method === "mail" && (
          <button
            type="submit"
            name={PROOF_SEND}
            value="1"
            disabled={busy}
            className="link justify-self-start text-sm"
          >
            {sendLabel(sendsMail, sent)}
          </button>
        )}
      </Form>
    </section>
  );
}

function sendLabel(sendsMail: boolean, sent: string | undefined): string {
  if (!sendsMail) return "Préparer un code sur le serveur";
  return sent ? "Renvoyer un code par e-mail" : "Recevoir un code par e-mail";
}

/** Stands in place of the screen on which something dangerous was asked for. */
export function ConfirmationScreen(question: Question) {
  const { pathname, search } = useLocation();
  return <ConfirmationForm {...question} back={pathname + search} />;
}

/** Answers the question before something dangerous by a passkey, in place of the field above it. */
function PasskeyAnswer({ options }: { options: SigningOptions }) {
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
