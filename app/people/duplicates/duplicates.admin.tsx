import { data, Form, Link, redirect, useNavigation } from "react-router";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { log } from "../../core/log/log.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { staffContext } from "../../core/staff-context.ts";
import { AppError } from "../../core/values/errors.ts";
import { formatDate, formatMoment } from "../../i18n/format.ts";
import { OfficeHead } from "../../kit/office-head.tsx";
import { type Toast, toastCookie } from "../../kit/toast.ts";
import { deliveryText } from "../../mail/mail.server.ts";
import { NO_MAIL_NOTICE } from "../../mail/use-notice.ts";
import type { Route } from "./+types/duplicates.admin.ts";
import {
  keepApart,
  listDuplicates,
  listMerges,
  unmergePeople,
} from "./duplicates.system.server.ts";
import { MOST_PAIRS, type Pair, type Reason } from "./duplicates.ts";

export const handle = { loadFailure: "Erreur lors de la recherche des doublons" };

const LIST = "/admin/people/duplicates";

export async function loader() {
  const pairs = await listDuplicates();
  return {
    pairs: pairs.slice(0, MOST_PAIRS),
    hasMore: pairs.length > MOST_PAIRS,
    merges: await listMerges(),
  };
}

/** Keeps two people apart, or undoes a merge. */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = context.get(staffContext);
  const { intent, merge = "", one = "", other = "" } = await readFieldsOrNone(request);
  const answer = (kind: Toast["kind"], text: string) =>
    redirect(LIST, { headers: { "set-cookie": toastCookie({ kind, text }) } });
  try {
    if (intent === "apart" && isId(one) && isId(other)) {
      await keepApart(staff, one, other);
      return answer("success", "Ces deux personnes ne seront plus proposées ensemble");
    }
    if (intent === "unmerge" && isId(merge)) {
      const isUndone = await unmergePeople(staff, merge);
      return answer(
        isUndone ? "success" : "error",
        isUndone
          ? `Fusion défaite. ${deliveryText("Chaque adresse en est prévenue par e-mail", NO_MAIL_NOTICE)}`
          : "Cette fusion est déjà défaite, ou date de plus de 30 jours",
      );
    }
  } catch (error) {
    const isKnown = error instanceof AppError && error.kind === "conflict";
    if (!isKnown) log.error({ err: error }, "a merge was not undone");
    return answer(
      "error",
      isKnown ? `La fusion reste\u202f: ${error.message}` : "Erreur lors de l’enregistrement",
    );
  }
  throw data(null, 400);
}

const REASON_WORDS: Record<Reason, string> = {
  birth: "Même nom, même date de naissance",
  phone: "Même nom, même téléphone",
  email: "Même nom, même adresse e-mail, autre date de naissance",
  number: "Même téléphone",
};

/** People who may be one, and those who were made one. */
export default function DuplicatesAdmin({ loaderData }: Route.ComponentProps) {
  const { pairs, hasMore, merges } = loaderData;
  const busy = useNavigation().state !== "idle";
  return (
    <>
      <OfficeHead
        title="Doublons"
        lead="Des fiches qui sont peut-être celles d’une même personne, sous une autre adresse, un autre nom ou un autre téléphone."
      />
      {pairs.length === 0 ? (
        <p className="panel p-4">Aucun doublon à vérifier.</p>
      ) : (
        <ul className="panel divide-y divide-line">
          {pairs.map((pair) => (
            <li
              key={`${pair.one.id} ${pair.other.id}`}
              className="flex flex-wrap items-center justify-between gap-3 p-4"
            >
              <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
                <p className="text-sm text-muted">{REASON_WORDS[pair.reason]}</p>
                <Name {...pair.one} />
                <Name {...pair.other} />
              </div>
              <Form method="post" className="flex flex-wrap items-center gap-2">
                <input type="hidden" name="intent" value="apart" />
                <input type="hidden" name="one" value={pair.one.id} />
                <input type="hidden" name="other" value={pair.other.id} />
                <Link to={`${LIST}/${pair.one.id}/${pair.other.id}`} className="button">
                  Comparer
                </Link>
                <button type="submit" className="button quiet" disabled={busy}>
                  Ce sont deux personnes
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <p className="mt-3 text-muted">
          {`Seuls les ${MOST_PAIRS} premiers sont montrés\u202f: les suivants viendront quand ceux-ci seront réglés.`}
        </p>
      )}
      {merges.length > 0 && (
        <>
          <h2 className="mt-8 mb-3 text-xl">Fusions des 30 derniers jours</h2>
          <ul className="panel divide-y divide-line">
            {merges.map(({ id, created_at, name, email, person }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 p-4">
                <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
                  <Link to={`/admin/people/${person}`} className="link font-semibold">
                    {name}
                  </Link>
                  <p className="text-sm text-muted">
                    {`${email}, fusion du ${formatMoment("fr", created_at)}`}
                  </p>
                </div>
                <Form method="post">
                  <input type="hidden" name="intent" value="unmerge" />
                  <input type="hidden" name="merge" value={id} />
                  <button type="submit" className="button quiet" disabled={busy}>
                    Défaire la fusion
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Name({ id, name, email, birth_date }: Pair["one"]) {
  return (
    <p>
      <Link to={`/admin/people/${id}`} className="link font-semibold">
        {name}
      </Link>
      {`, ${email}`}
      {birth_date && `, naissance le ${formatDate("fr", birth_date)}`}
    </p>
  );
}
