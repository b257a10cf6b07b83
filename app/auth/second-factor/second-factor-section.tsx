import { ShieldCheck } from "lucide-react";
import { useSendsMail } from "../../mail/use-notice.ts";
import type { Setup } from "../account/account-change.server.ts";
import {
  CodeField,
  errorsOf,
  IntentForm,
  PasswordField,
  Section,
  type State,
} from "../account/account-sections.tsx";
import { EntranceField, Panel } from "../sign-in/entrance-form.tsx";
import { CODE_NOT_MAILED, WITHOUT_MAIL } from "./second-factor.ts";
import type { Factor } from "./second-factors.system.server.ts";

type SecondFactorProps = {
  factor: Factor;
  state: State;
  /** Whether mail leaves the server. */
  reachable: boolean;
};

/** Sets the second factor up, renews its recovery codes, takes it away. */
export function SecondFactorSection({ factor, state, reachable }: SecondFactorProps) {
  const { on, required } = factor;
  const intents = ["confirm", "second-factor-off", "send-code"];
  return (
    <Section title="Validation en deux étapes" intents={intents} state={state}>
      {required && !on && (
        <Panel tone="orange" title="Votre compte doit avoir la validation en deux étapes">
          <p>
            Activez-la ci-dessous pour continuer, avec une application
            {reachable ? " ou par e-mail" : ""} : deux minutes suffisent, et rien d’autre ne change.
            Elle est obligatoire pour encaisser et rembourser.
          </p>
        </Panel>
      )}
      <p className="flex items-center gap-2">
        <ShieldCheck
          aria-hidden="true"
          size={20}
          className={`shrink-0 ${on ? "text-leaf" : "text-muted"}`}
        />
        {on
          ? "Activée : un code est demandé à chaque connexion, en plus du mot de passe."
          : "Un code demandé en plus du mot de passe : même volé, celui-ci ne suffit plus."}
      </p>
      {state?.recoveryCodes && <RecoveryCodes codes={state.recoveryCodes} />}
      {!on && state?.setup && <SettingUp setup={state.setup} state={state} reachable={reachable} />}
      {!on && !state?.setup && (
        <PasswordGate intent="second-factor" submit="Mettre en place" state={state} />
      )}
      <CodeByMail factor={factor} state={state} />
      {on && (
        <div className="grid gap-4 md:grid-cols-2">
          <PasswordGate
            intent="recovery-codes"
            submit="Nouveaux codes de secours"
            state={state}
            factor={factor}
          />
          <PasswordGate
            intent="second-factor-off"
            submit={required ? "Changer de méthode" : "Désactiver la validation en deux étapes"}
            state={state}
            factor={factor}
          />
        </div>
      )}
    </Section>
  );
}

/** Sends the code that the changes below it ask for, to who has no authenticator. */
export function CodeByMail({ factor, state }: Omit<SecondFactorProps, "reachable">) {
  const sendsMail = useSendsMail();
  if (!factor.on || factor.authenticator) return null;
  return (
    <IntentForm intent="send-code">
      <p>
        {sendsMail
          ? "Les changements ci-dessous demandent un code, que nous vous envoyons par e-mail."
          : `Les changements ci-dessous demandent un code. ${WITHOUT_MAIL}`}
      </p>
      <button type="submit" className="link text-left text-sm">
        {sendsMail ? "Recevoir un code par e-mail" : "Préparer un code sur le serveur"}
      </button>
      <p className="field-error">{errorsOf(state, "send-code").code}</p>
    </IntentForm>
  );
}

type GateProps = {
  intent: string;
  submit: string;
  state: State;
  /** Given when it stands in the way too. */
  factor?: Factor;
};

/** A button that wants the password first, and a code of the second factor where there is one. */
export function PasswordGate({ intent, submit, state, factor }: GateProps) {
  const look = factor ? "quiet" : "";
  const errors = errorsOf(state, intent);
  return (
    <IntentForm intent={intent} className="grid gap-3">
      <PasswordField id={`${intent}-password`} error={errors.password} />
      <CodeField id={`${intent}-code`} factor={factor} error={errors.code} />
      <button type="submit" className={`button justify-self-start ${look}`}>
        {submit}
      </button>
    </IntentForm>
  );
}

type SettingUpProps = { setup: Setup; state: State; reachable: boolean };

/** Ends with the first code: of an authenticator, or of a mail for who has none. */
function SettingUp({ setup, state, reachable }: SettingUpProps) {
  const secret = URL.canParse(setup.uri) ? new URL(setup.uri).searchParams.get("secret") : null;
  return (
    <div className="grid gap-4">
      {!setup.sent && state?.picture && (
        <div className="flex flex-wrap items-center gap-5">
          <img
            src={state.picture}
            alt="Code à scanner avec l’application"
            width={180}
            height={180}
            className="rounded-control border border-line"
          />
          <div className="grid min-w-[220px] flex-1 gap-2">
            <p>Scannez ce code avec votre application d’authentification, ou saisissez :</p>
            <p className="rounded-control bg-sand p-3 font-mono text-sm">
              {groupsOf(secret ?? "")}
            </p>
          </div>
        </div>
      )}
      {setup.sent && (
        <p>{reachable ? "Nous vous avons envoyé un code par e-mail." : `${CODE_NOT_MAILED}.`}</p>
      )}
      <IntentForm intent="confirm" className="grid gap-3">
        <SetupFields {...setup} />
        <EntranceField
          name="code"
          label={setup.sent ? "Le code du message" : "Le code que montre l’application"}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={errorsOf(state, state?.intent ?? "").code}
        />
        <button type="submit" className="button justify-self-start">
          Confirmer
        </button>
      </IntentForm>
      {reachable ? (
        <IntentForm intent="send-code">
          <SetupFields {...setup} />
          <button type="submit" className="link text-left text-sm">
            {setup.sent ? "Renvoyer le code" : "Sans application : recevoir les codes par e-mail"}
          </button>
        </IntentForm>
      ) : (
        <p className="text-sm text-muted">
          Ce site ne peut pas envoyer d’e-mail : il faut une application d’authentification, sur
          votre téléphone ou dans votre gestionnaire de mots de passe.
        </p>
      )}
    </div>
  );
}

/** Easier to copy by hand. */
const groupsOf = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, "$1 ");

function SetupFields({ uri, sent }: Setup) {
  return (
    <>
      <input type="hidden" name="uri" value={uri} />
      <input type="hidden" name="sent" value={sent ? "1" : ""} />
    </>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Panel tone="orange" title="Vos codes de secours, montrés une seule fois">
      <p>
        Notez-les et gardez-les loin de votre téléphone : chacun remplace le code une seule fois.
      </p>
      <ul className="grid grid-cols-2 gap-1 font-mono text-sm sm:grid-cols-3">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <a href="/admin" className="button justify-self-start">
        Codes notés, continuer
      </a>
    </Panel>
  );
}
