import { KeyRound } from "lucide-react";
import type { FormEvent } from "react";
import { Form } from "react-router";
import { formatMoment } from "../../i18n/format.ts";
import { errorsOf, IntentForm, Section, type State } from "../account/account-sections.tsx";
import { EntranceField, Panel } from "../sign-in/entrance-form.tsx";
import {
  LONGEST_NAME,
  MOST_PASSKEYS,
  type OwnPasskey,
  PASSKEY,
  type PasskeySetup,
} from "./passkey.ts";
import { usePasskey } from "./use-passkey.ts";

type Props = {
  keys: readonly OwnPasskey[];
  /** Whether browsers have passkeys at this address of the site. */
  offered: boolean;
  state: State;
};

const INTENTS = ["passkey-add", "passkey-save", "passkey-rename", "passkey-remove"];

/** The passkeys of the account: adds one, names them, takes them away. */
export function PasskeysSection({ keys, offered, state }: Props) {
  if (!offered && keys.length === 0) return null;
  const problem = state && INTENTS.includes(state.intent) ? state.errors.passkey : undefined;
  return (
    <Section title="Clés d’accès" intents={INTENTS} state={state}>
      {problem && <Panel tone="red" title={problem} />}
      <p>
        Une clé d’accès remplace le mot de passe et le code : votre appareil vous reconnaît à votre
        doigt, à votre visage ou à son propre code, et il n’y a rien à retenir.
      </p>
      {keys.length > 0 && (
        <ul className="divide-y divide-line">
          {keys.map((key) => (
            <PasskeyLine key={key.id} passkey={key} state={state} />
          ))}
        </ul>
      )}
      {offered && state?.passkey && (
        <NewPasskey key={state.passkey.options.challenge} setup={state.passkey} state={state} />
      )}
      {offered && !state?.passkey && keys.length < MOST_PASSKEYS && (
        <IntentForm intent="passkey-add">
          <button type="submit" className="button quiet">
            Ajouter une clé d’accès
          </button>
        </IntentForm>
      )}
    </Section>
  );
}

function PasskeyLine({ passkey, state }: { passkey: OwnPasskey; state: State }) {
  const { id, name, createdAt, lastUsedAt, otherHost } = passkey;
  const error = errorsOf(state, "passkey-rename")[`name-${id}`];
  return (
    <li className="grid gap-2 py-2.5">
      <div className="flex flex-wrap items-center gap-3">
        <KeyRound aria-hidden="true" size={20} className="shrink-0 text-muted" />
        <div className="min-w-[200px] flex-1">
          <p className="font-semibold break-words">{name}</p>
          <p className="text-sm text-muted">
            ajoutée le {formatMoment("fr", createdAt)} ·{" "}
            {lastUsedAt ? `utilisée le ${formatMoment("fr", lastUsedAt)}` : "jamais utilisée"}
          </p>
          {otherHost && (
            <p className="text-sm">
              Créée pour {otherHost}, elle ne permet pas de se connecter à cette adresse.
            </p>
          )}
        </div>
        <IntentForm intent="passkey-remove">
          <input type="hidden" name="id" value={id} />
          <button
            type="submit"
            aria-label={`Retirer ${name}`}
            className="button quiet small text-blood"
          >
            Retirer
          </button>
        </IntentForm>
      </div>
      <details open={error !== undefined}>
        <summary aria-label={`Renommer ${name}`} className="link inline-block py-1 text-sm">
          Renommer
        </summary>
        <IntentForm intent="passkey-rename" className="mt-1 grid gap-3">
          <input type="hidden" name="id" value={id} />
          <NameField id={`name-${id}`} name={name} error={error} />
          <button type="submit" className="button quiet justify-self-start">
            Enregistrer le nom
          </button>
        </IntentForm>
      </details>
    </li>
  );
}

function NameField({ id, name, error }: { id: string; name: string; error?: string }) {
  return (
    <EntranceField
      id={id}
      name="name"
      label="Nom de la clé"
      hint={`Pour la reconnaître, ${LONGEST_NAME} caractères au plus`}
      type="text"
      autoComplete="off"
      defaultValue={name}
      error={error}
    />
  );
}

/** The second step: the device makes the passkey. With one that is made, the name alone is asked for again. */
function NewPasskey({ setup, state }: { setup: PasskeySetup; state: State }) {
  const { options, suggestedName, made } = setup;
  const { able, busy, problem, field, press } = usePasskey(({ make }) =>
    made ? Promise.resolve(made) : make(options),
  );
  // Whatever submits the form, the device comes first.
  const submit = (event: FormEvent) => {
    if (field.current?.value) return;
    event.preventDefault();
    void press();
  };
  return (
    <Form method="post" preventScrollReset onSubmit={submit} className="grid gap-3">
      <input type="hidden" name="intent" value="passkey-save" />
      <input type="hidden" name={PASSKEY} ref={field} />
      <NameField
        id="passkey-name"
        name={suggestedName}
        error={errorsOf(state, "passkey-save").name}
      />
      {able === false && (
        <p>Ce navigateur ne prend pas en charge les clés d’accès : utilisez-en un autre.</p>
      )}
      <noscript>
        <p>Cette étape demande JavaScript, qui est désactivé dans ce navigateur.</p>
      </noscript>
      <div>
        <button type="submit" disabled={busy || !able} className="button justify-self-start">
          {made ? "Enregistrer la clé" : "Créer la clé sur cet appareil"}
        </button>
        <p aria-live="polite" className="field-error">
          {problem}
        </p>
      </div>
    </Form>
  );
}
