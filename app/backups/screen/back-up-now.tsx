import { Archive } from "lucide-react";
import { Form } from "react-router";
import { Panel } from "../../auth/sign-in/entrance-form.tsx";
import { BACK_UP_NOW } from "../nightly/backups.ts";
import type { BackupState } from "./backup-changes.server.ts";
import { removalWords } from "./backup-labels.ts";
import { useLooksWhile } from "./use-revalidate-while.ts";

const LOOKS_EVERY_MS = 3_000;

type SectionProps = {
  hasKeys: boolean;
  /** Something waits, or is under way. */
  busy: boolean;
  /** Of when the archives are that a new one lets go. */
  leaving: Date[];
  state: BackupState | undefined;
};

/** An archive without waiting for the night: before an upgrade, or before something daring. */
export function BackUpNowSection({ hasKeys, busy, leaving, state }: SectionProps) {
  useLooksWhile(busy, LOOKS_EVERY_MS);
  if (!hasKeys) return null;
  const own = state?.intent === BACK_UP_NOW ? state : undefined;
  return (
    <section aria-labelledby="back-up-now" className="panel grid gap-4 p-5">
      <h2 id="back-up-now" className="text-lg">
        Sauvegarder maintenant
      </h2>
      {own?.problem && <Panel tone="red" title={own.problem} />}
      <p>
        Sans attendre la nuit : avant une mise à jour, ou après une longue saisie. Le site continue
        pendant ce temps, et la sauvegarde est essayée aussitôt après.
      </p>
      <p>{removalWords(leaving)}</p>
      <p role="status" className="font-semibold empty:hidden">
        {busy && (
          <>
            Une sauvegarde ou un essai est en cours.{" "}
            <noscript>Rechargez la page pour voir où elle en est.</noscript>
          </>
        )}
        {!busy && own?.done && "Terminé. Le résultat est dans la liste ci-dessous."}
      </p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value={BACK_UP_NOW} />
        <button type="submit" disabled={busy} className="button">
          <Archive aria-hidden="true" size={17} />
          Sauvegarder maintenant
        </button>
      </Form>
    </section>
  );
}
