import { CloudOff, PencilLine, Users } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigation, useRouteLoaderData } from "react-router";
import type { StaffAccount } from "../../core/staff-context.ts";
import { formatMoment } from "../../i18n/format.ts";
import { type DraftTarget, formatDraftKey } from "../../records/drafts/drafts.ts";
import type { SaveState } from "../form/save.server.ts";
import type { Autosave, DraftStatus, FoundDraft } from "./autosave.browser.ts";

/** What a form shows of its draft. */
export type FormDraft = {
  /** What the fields show: the draft that was taken up, or the answer of the server. */
  state: SaveState | undefined;
  /** Counts up when a draft is taken up: the fields are drawn anew. */
  round: number;
  /** Stands above the fields. */
  notice: ReactNode;
};

/**
 * Keeps what is typed into the form of a text until it is saved, and offers it again when the form opens.
 * @param answer What the server said of the last attempt to save.
 */
export function useDraft(of: DraftTarget, answer: SaveState | undefined): FormDraft {
  const [taken, setTaken] = useState<{ state: SaveState; after: SaveState | undefined }>();
  const [round, setRound] = useState(0);
  const take = ({ values, version }: FoundDraft) => {
    setTaken({ state: { values: { ...values, version }, errors: {} }, after: answer });
    setRound((before) => before + 1);
  };
  const state = taken?.after === answer && taken ? taken.state : answer;
  // Another text is another form.
  const notice = <DraftNotice key={formatDraftKey(of)} of={of} take={take} answer={answer} />;
  return { state, round, notice };
}

type Props = { of: DraftTarget; take: (offer: FoundDraft) => void; answer: SaveState | undefined };

const NO_DRAFT: DraftStatus = {
  offers: [],
  others: [],
  isInOtherTab: false,
  awaitsDecision: false,
};

function DraftNotice({ of, take, answer }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const autosave = useRef<Autosave>(undefined);
  const [status, setStatus] = useState<DraftStatus>(NO_DRAFT);
  const office = useRouteLoaderData("admin") as { staff: StaffAccount } | undefined;
  const account = office?.staff.id;
  const navigation = useNavigation();
  const last = useRef(navigation);
  useEffect(() => {
    last.current = navigation;
  }, [navigation]);
  useEffect(() => {
    if (answer) autosave.current?.resume();
  }, [answer]);
  const { entity, record } = of;
  useEffect(() => {
    const form = field.current?.form;
    if (!form || !account) return;
    let isGone = false;
    let typed = false;
    const type = () => {
      typed = true;
    };
    form.addEventListener("input", type);
    import("./autosave.browser.ts")
      .then(({ startAutosave }) => {
        const report = (next: DraftStatus) => isGone || setStatus(next);
        return startAutosave({
          form,
          account,
          of: { entity, record },
          isTyped: () => typed,
          report,
        });
      })
      .then((opened) => {
        form.removeEventListener("input", type);
        if (isGone) opened.close(false);
        else autosave.current = opened;
      })
      // Without it, the form does.
      .catch(() => {});
    return () => {
      isGone = true;
      // What follows a form that was taken is where it leads; whoever leaves otherwise did not save.
      const { state, formMethod } = last.current;
      autosave.current?.close(state === "loading" && formMethod === "POST");
    };
  }, [account, entity, record]);
  const [offer] = status.offers;
  return (
    <div className="grid gap-3 px-5 pt-4 empty:hidden has-[>input:only-child]:p-0">
      <input
        ref={field}
        type="hidden"
        name="draft"
        value={status.awaitsDecision ? "" : formatDraftKey(of)}
      />
      {status.others.length > 0 && (
        <p role="status" className="flex gap-2 rounded-control border border-ochre bg-amber p-3">
          <Users aria-hidden="true" size={20} className="shrink-0" />
          {writersWords(status.others)}
        </p>
      )}
      {status.isInOtherTab && (
        <p role="status" className="rounded-control border border-ochre bg-amber p-3">
          Vous écrivez aussi ce texte dans un autre onglet : enregistrez dans un seul des deux.
        </p>
      )}
      {offer && (
        <div className="flex flex-wrap items-center gap-3 rounded-control border border-line bg-sand p-3">
          <PencilLine aria-hidden="true" size={20} className="shrink-0" />
          <p role="status" className="min-w-0 flex-1 basis-60">
            Un brouillon du {formatMoment("fr", new Date(offer.at))} n’a pas été enregistré
          </p>
          <button
            type="button"
            className="button small"
            onClick={() => {
              autosave.current?.take(offer);
              take(offer);
            }}
          >
            Reprendre
          </button>
          <button
            type="button"
            className="button quiet small"
            onClick={() => autosave.current?.discard(offer)}
          >
            Jeter
          </button>
        </div>
      )}
      {status.discarded && (
        <p role="status" className="flex items-center gap-3 text-muted">
          Brouillon jeté
          <button
            type="button"
            className="link"
            onClick={() => autosave.current?.restoreDiscarded()}
          >
            Le garder
          </button>
        </p>
      )}
      <SavedToText savedTo={status.savedTo} />
    </div>
  );
}

const writersWords = (others: readonly string[]) =>
  others.length > 1
    ? `${new Intl.ListFormat("fr").format(others)} modifient aussi ce texte`
    : `${others[0]} modifie aussi ce texte`;

const SAVED_TO: Partial<Record<NonNullable<DraftStatus["savedTo"]>, string>> = {
  offline: "Hors ligne : gardé sur cet appareil",
  away: "Le site ne répond pas : gardé sur cet appareil",
  refused: "Gardé sur cet appareil seulement : votre session a pris fin, ou ce texte est trop long",
  nowhere: "Le brouillon n’est gardé nulle part : enregistrez avant de quitter cette fiche",
  "signed-out": "Vous vous êtes déconnecté : le brouillon n’est plus gardé sur cet appareil",
};

function SavedToText({ savedTo }: Pick<DraftStatus, "savedTo">) {
  const words = savedTo && SAVED_TO[savedTo];
  if (!words) return savedTo === "server" && <p className="text-sm text-muted">Brouillon gardé</p>;
  return (
    <p role="status" className="flex items-center gap-2 text-ochre">
      <CloudOff aria-hidden="true" size={18} className="shrink-0" />
      {words}
    </p>
  );
}
