import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { aroundChanges, textDifference } from "../../core/values/text-difference.ts";
import type { EnglishStates } from "../../kit/form/english-state.tsx";
import { intent, runIntents } from "../../kit/list/intents.server.ts";
import {
  confirmForm,
  hashFormFrench,
  readFormTexts,
  type TextState,
} from "../../records/history/translations.staff.server.ts";
import type { Route } from "./+types/translation.route.ts";
import { entityWords, fieldWords } from "./audit-labels.ts";

/** How the English of one record stands, for its form. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<EnglishStates> {
  const { table, id } = params;
  const texts = await asStaff(context.get(staffContext), (db) => readFormTexts(db, table, id));
  const named = (state: TextState["state"]) =>
    texts.flatMap(({ entity, states }) =>
      states
        .filter((one) => one.state === state)
        .map((one) => ({ ...one, name: nameIn(table, entity, one.field) })),
    );
  return {
    missing: named("missing").map(({ name }) => name),
    outdated: named("outdated").map(({ name, basis, french }) => ({
      name,
      stretches: aroundChanges(textDifference(asLines(basis), asLines(french))),
    })),
    seen: hashFormFrench(texts),
  };
}

export function action({ request, params, context }: Route.ActionArgs) {
  const { table, id } = params;
  return runIntents(request, context, {
    confirm: intent(
      z.object({ seen: z.string().max(100) }),
      async (db, { seen }) => {
        await confirmForm(db, table, id, seen);
        return "La traduction est à jour";
      },
      "La traduction n’a pas été confirmée",
    ),
  });
}

/** A list has a line for each of its entries. */
const asLines = (value: unknown): string =>
  Array.isArray(value) ? value.join("\n") : String(value ?? "");

/** Of what belongs to the record, it is said what it is. */
const nameIn = (table: string, entity: string, field: string) =>
  entity === table
    ? pathWords(table, field)
    : `${entityWords(entity)}, ${pathWords(entity, field)}`;

/** What a text is called: 'Titre', or of the second entry of a list 'Éléments 2, Titre'. */
function pathWords(table: string, path: string): string {
  const parts = path.split(".");
  const words = parts.map((part, place) => {
    if (/^\d+$/.test(part)) return undefined;
    const next = parts[place + 1];
    const number = next !== undefined && /^\d+$/.test(next) ? ` ${Number(next) + 1}` : "";
    const own = fieldWords(table, part);
    return own === "" ? undefined : own + number;
  });
  return words.filter(Boolean).join(", ");
}
