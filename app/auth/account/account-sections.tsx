import { MonitorSmartphone } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { formatMoment } from "../../i18n/format.ts";
import { useSendsMail } from "../../mail/use-notice.ts";
import { NEW_PASSWORD_LENGTH } from "../passwords/passwords.ts";
import { codeLabel } from "../second-factor/second-factor.ts";
import type { Factor } from "../second-factor/second-factors.system.server.ts";
import type { OwnSession } from "../sessions/sessions.staff.server.ts";
import { EntranceField, Panel } from "../sign-in/entrance-form.tsx";
import type { AccountState } from "./account-change.server.ts";

/** What came back of the last change, with the picture for an authenticator. */
export type State = (AccountState & { picture?: string }) | undefined;

type SectionProps = {
  title: string;
  intents: readonly string[];
  state: State;
  children: ReactNode;
};

/** One matter of the account, with what became of its last change. */
export function Section({ title, intents, state, children }: SectionProps) {
  const done = state && intents.includes(state.intent) ? state.done : undefined;
  return (
    <section aria-label={title} className="panel grid gap-4 p-5">
      <h2 className="text-lg">{title}</h2>
      {done && <Panel tone="green" title={done} />}
      {children}
    </section>
  );
}

type IntentFormProps = { intent: string; className?: string; children: ReactNode };

/** A form of the account's screen, which stays where it is scrolled to. */
export function IntentForm({ intent, className, children }: IntentFormProps) {
  return (
    <Form method="post" preventScrollReset className={className}>
      <input type="hidden" name="intent" value={intent} />
      {children}
    </Form>
  );
}

type ProofFieldProps = { id: string; error: string | undefined };

/** The password that a change asks for. */
export function PasswordField({ id, error }: ProofFieldProps) {
  return (
    <EntranceField
      id={id}
      name="password"
      label="Votre mot de passe"
      type="password"
      autoComplete="current-password"
      error={error}
    />
  );
}

/** The code that a change asks for, of an account that has a second factor. */
export function CodeField({ id, error, factor }: ProofFieldProps & { factor: Factor | undefined }) {
  if (!factor?.on) return null;
  return (
    <EntranceField
      id={id}
      name="code"
      label={codeLabel(factor)}
      type="text"
      autoComplete="one-time-code"
      error={error}
    />
  );
}

export const errorsOf = (state: State, intent: string) =>
  state?.intent === intent ? state.errors : {};

export function PasswordSection({ factor, state }: { factor: Factor; state: State }) {
  const errors = errorsOf(state, "password");
  return (
    <Section title="Mot de passe" intents={["password"]} state={state}>
      <IntentForm intent="password" className="grid gap-3">
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
        <CodeField id="password-code" factor={factor} error={errors.code} />
        <button type="submit" className="button quiet justify-self-start">
          Changer le mot de passe
        </button>
      </IntentForm>
    </Section>
  );
}

type SessionsProps = { sessions: readonly OwnSession[]; state: State };

/** Where one is signed in, each with a way to end it. */
export function SessionsSection({ sessions, state }: SessionsProps) {
  return (
    <Section title="Appareils connectés" intents={["end-session", "end-others"]} state={state}>
      <ul className="divide-y divide-line">
        {sessions.map(({ id, device, network, lastSeen, endsAt, current }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 py-2.5">
            <MonitorSmartphone aria-hidden="true" size={20} className="text-muted" />
            <div className="min-w-[200px] flex-1">
              <p className="font-semibold">{device}</p>
              <p className="text-sm text-muted">
                {network} · vu le {formatMoment("fr", lastSeen)} · à reconnecter au plus tard le{" "}
                {formatMoment("fr", endsAt)}
              </p>
            </div>
            {current ? (
              <span className="badge" data-tone="good">
                Cet appareil
              </span>
            ) : (
              <IntentForm intent="end-session">
                <input type="hidden" name="id" value={id} />
                <button type="submit" className="button quiet small">
                  Déconnecter
                </button>
              </IntentForm>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <IntentForm intent="end-others">
          <button type="submit" className="button quiet">
            Déconnecter tous les autres
          </button>
        </IntentForm>
      )}
    </Section>
  );
}

export function NameSection({ name, state }: { name: string; state: State }) {
  return (
    <Section title="Nom" intents={["name"]} state={state}>
      <IntentForm intent="name" className="grid gap-3">
        <EntranceField
          name="name"
          label="Le nom que voient vos collègues"
          type="text"
          autoComplete="name"
          defaultValue={name}
          error={errorsOf(state, "name").name}
        />
        <button type="submit" className="button quiet justify-self-start">
          Enregistrer
        </button>
      </IntentForm>
    </Section>
  );
}

/** Another address for the account, which counts once the link that is sent there comes back. */
export function AddressSection({ factor, state }: { factor: Factor; state: State }) {
  const errors = errorsOf(state, "email");
  const sendsMail = useSendsMail();
  return (
    <Section title="Adresse e-mail" intents={["email"]} state={state}>
      <IntentForm intent="email" className="grid gap-3">
        <EntranceField
          id="new-email"
          name="email"
          label="Nouvelle adresse"
          type="email"
          autoComplete="email"
          hint={
            sendsMail
              ? "Nous y envoyons un lien ; l’adresse change quand vous l’ouvrez."
              : "Ce site ne peut pas envoyer d’e-mail : le lien qui change l’adresse est gardé sur le serveur, et la personne qui s’en occupe peut vous le donner."
          }
          defaultValue={state?.intent === "email" ? state.email : undefined}
          error={errors.email}
        />
        <PasswordField id="email-password" error={errors.password} />
        <CodeField id="email-code" factor={factor} error={errors.code} />
        <button type="submit" className="button quiet justify-self-start">
          {sendsMail ? "Envoyer le lien" : "Préparer le lien"}
        </button>
      </IntentForm>
    </Section>
  );
}
