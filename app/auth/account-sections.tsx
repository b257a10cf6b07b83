import { MonitorSmartphone, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { formatMoment } from "../i18n/format.ts";
import type { AccountState, Setup } from "./account.server.ts";
import { EntranceField, Panel } from "./entrance-form.tsx";
import { NEW_PASSWORD_LENGTH } from "./passwords.ts";
import type { OwnSession } from "./sessions.staff.server.ts";

/** What came back of the last change, with the picture for an authenticator. */
type State = (AccountState & { picture?: string }) | undefined;

type SectionProps = {
  title: string;
  intents: readonly string[];
  state: State;
  children: ReactNode;
};

/** One matter of the account, with what became of its last change. */
function Section({ title, intents, state, children }: SectionProps) {
  const done = state && intents.includes(state.intent) ? state.done : undefined;
  return (
    <section aria-label={title} className="panel grid gap-4 p-5">
      <h2 className="text-lg">{title}</h2>
      {done && <Panel tone="green" title={done} />}
      {children}
    </section>
  );
}

const errorsOf = (state: State, intent: string) => (state?.intent === intent ? state.errors : {});

type SecondFactorProps = {
  account: { twoFactorEnabled: boolean; two_factor_required: boolean };
  state: State;
};

/** Sets the second factor up, renews its recovery codes, takes it away. */
export function SecondFactorSection({ account, state }: SecondFactorProps) {
  const { twoFactorEnabled: on, two_factor_required: required } = account;
  const intents = ["confirm", "second-factor-off"];
  return (
    <Section title="Second facteur" intents={intents} state={state}>
      {required && !on && (
        <Panel tone="orange" title="Votre compte doit avoir un second facteur">
          <p>Mettez-le en place ci-dessous pour continuer.</p>
        </Panel>
      )}
      <p className="flex items-center gap-2">
        <ShieldCheck
          aria-hidden="true"
          size={20}
          className={`shrink-0 ${on ? "text-leaf" : "text-muted"}`}
        />
        {on
          ? "En place : un code est demandé à chaque connexion, en plus du mot de passe."
          : "Un code demandé en plus du mot de passe : même volé, celui-ci ne suffit plus."}
      </p>
      {state?.recoveryCodes && <RecoveryCodes codes={state.recoveryCodes} />}
      {!on && state?.setup && <SettingUp setup={state.setup} state={state} />}
      {!on && !state?.setup && (
        <PasswordGate intent="second-factor" submit="Mettre en place" state={state} />
      )}
      {on && (
        <div className="grid gap-4 md:grid-cols-2">
          <PasswordGate
            intent="recovery-codes"
            submit="Nouveaux codes de secours"
            state={state}
            quiet
          />
          <PasswordGate
            intent="second-factor-off"
            submit={required ? "Changer de second facteur" : "Retirer le second facteur"}
            state={state}
            quiet
          />
        </div>
      )}
    </Section>
  );
}

type GateProps = { intent: string; submit: string; state: State; quiet?: boolean };

/** A button that wants the password first. */
function PasswordGate({ intent, submit, state, quiet }: GateProps) {
  return (
    <Form method="post" preventScrollReset className="grid gap-3">
      <input type="hidden" name="intent" value={intent} />
      <EntranceField
        id={`${intent}-password`}
        name="password"
        label="Votre mot de passe"
        type="password"
        autoComplete="current-password"
        error={errorsOf(state, intent).password}
      />
      <button type="submit" className={`button justify-self-start ${quiet ? "quiet" : ""}`}>
        {submit}
      </button>
    </Form>
  );
}

type SettingUpProps = { setup: Setup; state: State };

/** Ends with the first code: of an authenticator, or of a mail for who has none. */
function SettingUp({ setup, state }: SettingUpProps) {
  const secret = URL.canParse(setup.uri) ? new URL(setup.uri).searchParams.get("secret") : null;
  return (
    <div className="grid gap-4">
      {!setup.sent && state?.picture && (
        <div className="flex flex-wrap items-center gap-5">
          <img
            src={state.picture}
            alt="Code à photographier avec l’application"
            width={180}
            height={180}
            className="rounded-control border border-line"
          />
          <div className="grid min-w-[220px] flex-1 gap-2">
            <p>Photographiez ce code avec votre application d’authentification, ou saisissez :</p>
            <p className="rounded-control bg-sand p-3 font-mono text-sm">
              {groupsOf(secret ?? "")}
            </p>
          </div>
        </div>
      )}
      {setup.sent && <p>Nous vous avons envoyé un code par e-mail.</p>}
      <Form method="post" preventScrollReset className="grid gap-3">
        <SetupFields intent="confirm" {...setup} />
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
      </Form>
      <Form method="post" preventScrollReset>
        <SetupFields intent="send-code" {...setup} />
        <button type="submit" className="link text-left text-sm">
          {setup.sent ? "Renvoyer le code" : "Sans application : recevoir les codes par e-mail"}
        </button>
      </Form>
    </div>
  );
}

/** Easier to copy by hand. */
const groupsOf = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, "$1 ");

function SetupFields({ intent, uri, sent }: Setup & { intent: string }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="uri" value={uri} />
      <input type="hidden" name="sent" value={sent ? "1" : ""} />
    </>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Panel tone="orange" title="Vos codes de secours, montrés une seule fois">
      <p>Notez-les et gardez-les loin de votre téléphone : chacun remplace une fois le code.</p>
      <ul className="grid grid-cols-2 gap-1 font-mono text-sm sm:grid-cols-3">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Panel>
  );
}

export function PasswordSection({ state }: { state: State }) {
  const errors = errorsOf(state, "password");
  return (
    <Section title="Mot de passe" intents={["password"]} state={state}>
      <Form method="post" preventScrollReset className="grid gap-3">
        <input type="hidden" name="intent" value="password" />
        <EntranceField
          name="current"
          label="Mot de passe actuel"
          type="password"
          autoComplete="current-password"
          error={errors.current}
        />
        <div className="grid gap-3 md:grid-cols-2">
          <EntranceField
            id="new-password"
            name="password"
            label={`Nouveau (au moins ${NEW_PASSWORD_LENGTH} caractères)`}
            type="password"
            autoComplete="new-password"
            error={errors.password}
          />
          <EntranceField
            name="again"
            label="Le même, une seconde fois"
            type="password"
            autoComplete="new-password"
            error={errors.again}
          />
        </div>
        <button type="submit" className="button justify-self-start">
          Changer le mot de passe
        </button>
      </Form>
    </Section>
  );
}

type SessionsProps = { sessions: readonly OwnSession[]; state: State };

/** Where one is signed in, each with a way to end it. */
export function SessionsSection({ sessions, state }: SessionsProps) {
  return (
    <Section title="Appareils connectés" intents={["end-session", "end-others"]} state={state}>
      <ul className="divide-y divide-line">
        {sessions.map(({ id, device, network, lastSeen, current }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 py-2.5">
            <MonitorSmartphone aria-hidden="true" size={20} className="text-muted" />
            <div className="min-w-[200px] flex-1">
              <p className="font-semibold">{device}</p>
              <p className="text-sm text-muted">
                {network} · {formatMoment("fr", lastSeen)}
              </p>
            </div>
            {current ? (
              <span className="badge" data-tone="good">
                Cet appareil
              </span>
            ) : (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="id" value={id} />
                <button type="submit" className="button quiet small">
                  Déconnecter
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="end-others" />
          <button type="submit" className="button quiet">
            Déconnecter tous les autres
          </button>
        </Form>
      )}
    </Section>
  );
}

export function NameSection({ name, state }: { name: string; state: State }) {
  return (
    <Section title="Nom" intents={["name"]} state={state}>
      <Form method="post" preventScrollReset className="grid gap-3">
        <input type="hidden" name="intent" value="name" />
        <EntranceField
          name="name"
          label="Comment on vous appelle ici"
          type="text"
          autoComplete="name"
          defaultValue={name}
          error={errorsOf(state, "name").name}
        />
        <button type="submit" className="button justify-self-start">
          Enregistrer
        </button>
      </Form>
    </Section>
  );
}
