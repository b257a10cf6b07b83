import { data, redirect } from "react-router";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { readChosenFile } from "../../core/http/form.server.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import { type FormState, formResponse, handleForm } from "../../core/http/submission.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import type { FormValues } from "../../core/values/check-fields.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { INVITATION_DAYS } from "../../membership/clubs/clubs.ts";
import { personName } from "../../membership/members/members.ts";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../../site/public-form.tsx";
import { FileField, TextArea } from "../../ui/fields.tsx";
import { readMe } from "../sign-in.system.server.ts";
import type { Route } from "./+types/player-list.page.ts";
import { readClub } from "./club.system.server.ts";
import { clubNumber, listSchema } from "./club-schemas.ts";
import { NoClub } from "./no-club.tsx";
import { checkList, inviteList } from "./player-list.system.server.ts";
import {
  countFate,
  decodeList,
  type FatedPlayer,
  type ListedPlayer,
  MAX_LIST,
  MAX_LIST_BYTES,
  MAX_PLAYERS,
  parseList,
} from "./player-list.ts";

export const handle = { segments: { number: clubNumber } };

/** A workbook that somebody takes for a CSV file is read, so that what is wrong is said beside it. */
const MAX_UPLOAD = 1024 * 1024;

/** Invites a whole list of players: its form, what would become of each line, and what did. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { record, unavailable, status } = await readOrUnavailable(context, "club", async () => {
    const signedIn = await readMe(request);
    const club = signedIn && (await readClub(signedIn.me.email, Number(params.number)));
    if (!club) return undefined;
    const { name, number, included, used } = club;
    const free = Math.max(0, included - used);
    return { name, number, free, isMailed: isMailConfigured() };
  });
  return data({ club: record, unavailable }, { status, headers: PRIVATE });
}

export const headers = () => PRIVATE;

type Review = {
  players: FatedPlayer[];
  /** Of a list that was checked and can be sent: what the button sends along. */
  id?: string;
  /** Of a list that was sent: the lines that were to be invited. */
  promised?: number[];
};
type ListState = FormState & { review?: Review };

export function action({ request, context, params, url }: Route.ActionArgs) {
  const back = () => redirect(url.pathname, 303);
  return handleForm(request, context, {
    form: "club-list",
    schema: listSchema,
    upload: { most: MAX_UPLOAD, tooLarge: { file: "validation.me.listLarge" } },
    respondToBot: back,
    async accept(wish, values) {
      const signedIn = await readMe(request);
      if (!signedIn) return redirect(pathIn(languageOf(url.pathname), "/me"), 303);
      const { email } = signedIn.me;
      const number = Number(params.number);
      const { list = "" } = values;
      if (wish.intent === "edit") return formResponse<ListState>({ values: { list } }, 200);
      const read = await readList(request, values);
      if ("errors" in read)
        return formResponse<ListState>({ values: { list }, errors: read.errors });
      const { players } = read;
      if (wish.intent === "send") {
        const { id, promised } = wish;
        const result = await inviteList(email, number, { id, players, promised });
        if (!result) return back();
        const review = { players: result, promised: [...promised] };
        return formResponse<ListState>({ values: { list }, review }, 200);
      }
      const result = await checkList(email, number, players);
      if (!result) return back();
      const review = { players: result, id: newId() };
      return formResponse<ListState>({ values: { list: read.list }, review }, 200);
    },
  });
}

/** The list of a form, from the file that was chosen or as it was pasted; or what is wrong with it. */
async function readList(
  request: Request,
  { list: pasted = "" }: FormValues,
): Promise<{ list: string; players: ListedPlayer[] } | { errors: Record<string, string> }> {
  const file = await readChosenFile(request, "file", MAX_UPLOAD);
  const wrong = (problem: string) => ({
    errors: { [file ? "file" : "list"]: `validation.me.${problem}` },
  });
  if (file && file.size > MAX_LIST_BYTES) {
    // What is no text is not told to be shorter.
    const start = new Uint8Array(await file.slice(0, MAX_LIST_BYTES).arrayBuffer());
    return wrong(decodeList(start) === undefined ? "listFile" : "listLarge");
  }
  const list = file ? decodeList(new Uint8Array(await file.arrayBuffer())) : pasted;
  if (list === undefined) return wrong("listFile");
  if (list.length > MAX_LIST) return wrong("listLarge");
  const players = parseList(list);
  if (players.length === 0) return wrong("list");
  if (players.length > MAX_PLAYERS) return wrong("listLong");
  return { list, players };
}

type LoadedClub = { name: string; number: number; free: number; isMailed: boolean };

export default function PlayerListPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { club, unavailable } = loaderData;
  if (!club) return <NoClub title={t("playerList.title")} unavailable={unavailable} />;
  const state = actionData as ListState | undefined;
  const review = state?.review;
  return (
    <>
      <PageHead title={t("playerList.title")} description={club.name} noindex />
      <PageBanner title={t("playerList.title")} lead={club.name} />
      <div className="wrap section wrap-anywhere">
        <div className="mx-auto grid max-w-[820px] gap-8">
          {!review && <ListForm club={club} state={state} />}
          {review?.id !== undefined && (
            <Checked club={club} players={review.players} id={review.id} state={state} />
          )}
          {review?.promised && (
            <Sent club={club} players={review.players} promised={review.promised} />
          )}
          <p>
            <a
              className="link inline-flex min-h-11 items-center"
              href={pathIn(language, `/me/club/${club.number}`)}
            >
              {t("club.title")}
            </a>
          </p>
        </div>
      </div>
    </>
  );
}

function ListForm({ club: { free, isMailed }, state }: { club: LoadedClub; state?: ListState }) {
  const { t } = useI18n();
  const field = useFields(state);
  return (
    <section className="card p-5 md:p-8">
      <p className="font-bold">{t("playerList.places", { count: free })}</p>
      <p className="mt-2">{t("playerList.text", { max: MAX_PLAYERS })}</p>
      <p className="mt-2">{t("playerList.lead")}</p>
      <p className="mt-2 text-sm text-muted">
        {t(isMailed ? "playerList.rule" : "playerList.noMail")}
      </p>
      <details className="disclosure mb-6">
        <summary>{t("playerList.example")}</summary>
        <pre className="mt-1 overflow-x-auto rounded-control border border-line p-3 text-sm">
          {t("playerList.exampleLines")}
        </pre>
      </details>
      <PublicForm
        state={state}
        withFile
        submit={t("playerList.check")}
        className="relative grid gap-5"
      >
        <input type="hidden" name="intent" value="check" />
        <TextArea
          {...field("list", "validation.me.list")}
          label={t("playerList.list")}
          hint={t("playerList.listHint")}
          rows={10}
          autoComplete="off"
        />
        <FileField
          {...field("file", "validation.me.list")}
          label={t("playerList.file")}
          hint={t("playerList.fileHint")}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
        />
      </PublicForm>
    </section>
  );
}

type CheckedProps = { club: LoadedClub; players: FatedPlayer[]; id: string; state?: ListState };

/** What would become of each line; nothing is sent yet. */
function Checked({ club: { number, isMailed }, players, id, state }: CheckedProps) {
  const { t, language } = useI18n();
  const count = countFate(players, "invite");
  const missing = countFate(players, "full");
  const list = state?.values.list ?? "";
  const promised = players.flatMap(({ fate, line }) => (fate === "invite" ? [line] : []));
  return (
    <>
      <section className="card p-5 md:p-8">
        <h2 className="text-xl">{t("playerList.reviewTitle")}</h2>
        {missing > 0 && (
          <p className="mt-3">
            <span className="font-semibold">{t("playerList.missing", { count: missing })}</span>{" "}
            {t("playerList.missingText")}{" "}
            <a className="link" href={pathIn(language, `/me/club/${number}#buy`)}>
              {t("playerList.buy")}
            </a>
          </p>
        )}
        {count === 0 ? (
          <p className="mt-3">{t("playerList.none")}</p>
        ) : (
          <>
            <p className="mt-3">{t("playerList.sendText", { days: INVITATION_DAYS })}</p>
            {!isMailed && <p className="mt-2">{t("playerList.noMail")}</p>}
            <PublicForm
              withFile
              submit={t(isMailed ? "playerList.send" : "playerList.create", { count })}
              className="relative mt-5"
            >
              <input type="hidden" name="intent" value="send" />
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="promised" value={promised.join(",")} />
              <textarea name="list" defaultValue={list} hidden readOnly />
            </PublicForm>
          </>
        )}
        <form method="post" encType="multipart/form-data" className="mt-3">
          <textarea name="list" defaultValue={list} hidden readOnly />
          <button type="submit" name="intent" value="edit" className="link min-h-11">
            {t("playerList.edit")}
          </button>
        </form>
      </section>
      <Lines players={players} />
    </>
  );
}

/** What became of each line. */
function Sent({
  club: { number, isMailed },
  players,
  promised,
}: {
  club: LoadedClub;
  players: FatedPlayer[];
  promised: number[];
}) {
  const { t, language } = useI18n();
  const count = countFate(players, "sent");
  const changed = players
    .filter(({ line, fate }) => promised.includes(line) && fate !== "sent")
    .map(({ line }) => line);
  return (
    <>
      <section className="card p-5 md:p-8" role="status">
        <h2 className="text-xl">{t("playerList.done", { count })}</h2>
        {changed.length > 0 && (
          <p className="mt-3 font-semibold">{t("playerList.changed", { count: changed.length })}</p>
        )}
        {count > 0 && (
          <p className="mt-3">{t(isMailed ? "playerList.doneText" : "playerList.doneNoMail")}</p>
        )}
        <p className="mt-3">
          <a
            className="link inline-flex min-h-11 items-center"
            href={pathIn(language, `/me/club/${number}/list`)}
          >
            {t("playerList.another")}
          </a>
        </p>
      </section>
      <Lines players={players} changed={changed} />
    </>
  );
}

const isGood = ({ fate }: FatedPlayer) => fate === "invite" || fate === "sent";

/** Each line with what becomes of it, those first that somebody has to look at. */
function Lines({ players, changed = [] }: { players: FatedPlayer[]; changed?: number[] }) {
  const { t } = useI18n();
  const sorted = players.toSorted((a, b) => Number(isGood(a)) - Number(isGood(b)));
  return (
    <section>
      <h2 className="mb-4 text-xl">{t("playerList.lines")}</h2>
      <ul className="grid gap-3">
        {sorted.map((player) => (
          <li key={player.line} className="card p-4">
            <p className="text-sm text-muted">
              {t("playerList.line", { line: player.line })}
              {changed.includes(player.line) && ` · ${t("playerList.changedLine")}`}
            </p>
            <p className="font-bold">{player.email ?? (player.typed || t("playerList.nothing"))}</p>
            {(player.first_name || player.last_name) && <p>{personName(player).trim()}</p>}
            <p className={isGood(player) ? "" : "font-semibold text-red"}>
              {t(`playerList.fate.${player.fate}`, { first: player.first ?? 0 })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
