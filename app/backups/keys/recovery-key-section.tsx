import { Form } from "react-router";
import { CodeByMail, PasswordGate } from "../../auth/second-factor/second-factor-section.tsx";
import type { Factor } from "../../auth/second-factor/second-factors.system.server.ts";
import { EntranceField, Panel } from "../../auth/sign-in/entrance-form.tsx";
import { formatMoment } from "../../i18n/format.ts";
import type { BackupState } from "../screen/backup-changes.server.ts";

type KeySectionProps = {
  hasKeys: boolean;
  keyShownAt: Date | undefined;
  keyDue: boolean;
  factor: Factor;
  state: BackupState | undefined;
};

/** The key without which an archive is of no use once the machine is gone: made, shown once, asked for again. */
export function RecoveryKeySection({ hasKeys, keyShownAt, keyDue, factor, state }: KeySectionProps) {
  return (
    <section aria-labelledby="recovery-key" className="panel grid gap-4 p-5">
      <h2 id="recovery-key" className="text-lg">
        Clé de secours
      </h2>
      {state?.problem && <Panel tone="red" title={state.problem} />}
      {state?.done && (
        <Panel tone="green" title={state.done}>
          {state.recoveryKey && <NewKey recoveryKey={state.recoveryKey} />}
        </Panel>
      )}
      {!hasKeys && (
        <>
          <p>
            Quand la machine est perdue, cette clé seule ouvre les sauvegardes. Elle est montrée une
            fois : imprimez-la et confiez-la à deux personnes. La première sauvegarde commence dans
            la demi-heure.
          </p>
          <CodeByMail factor={factor} state={state} />
          <PasswordGate
            intent="make-key"
            submit="Créer la clé de secours"
            state={state}
            factor={factor.on ? factor : undefined}
          />
        </>
      )}
      {hasKeys && !state?.recoveryKey && (
        <>
          <p>
            {keyShownAt
              ? `Présentée la dernière fois le ${formatMoment("fr", keyShownAt)}.`
              : "Personne n’a encore montré qu’il la détient."}{" "}
            {keyDue &&
              "Prenez la feuille imprimée et saisissez la clé : le site la compare et ne la garde pas."}
          </p>
          <Form method="post" preventScrollReset className="grid gap-3">
            <input type="hidden" name="intent" value="show-key" />
            <EntranceField
              name="recovery_key"
              label="La clé imprimée"
              hint="Elle commence par FGE-RECOVERY. Les espaces et les minuscules ne comptent pas."
              type="text"
              autoComplete="off"
              error={state?.intent === "show-key" ? state.errors.recovery_key : undefined}
            />
            <button type="submit" className="button justify-self-start">
              Présenter la clé
            </button>
          </Form>
        </>
      )}
    </section>
  );
}

function NewKey({ recoveryKey }: { recoveryKey: string }) {
  return (
    <>
      <p className="font-mono wrap-anywhere select-all">{recoveryKey}</p>
      <p>
        Imprimez cette page maintenant. Donnez la clé à deux personnes, sur papier, et ne la gardez
        pas sur cette machine. Puis rechargez la page et saisissez la clé depuis la feuille : le
        site reste au rouge jusque-là.
      </p>
    </>
  );
}
