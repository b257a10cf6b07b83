import { data } from "react-router";
import * as z from "zod";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { env } from "../core/process/env.server.ts";
import { isId } from "../core/secrets/id.ts";
import { staffContext } from "../core/staff-context.ts";
import { PREVIEW_DAYS, PREVIEW_KINDS } from "../core/values/publication.ts";
import { intent, runIntents } from "../kit/list/intents.server.ts";
import type { Route } from "./+types/previews.route.ts";
import {
  createPreviewLink,
  endPreviewLink,
  listPreviewLinks,
  type Previewed,
} from "./preview-links.staff.server.ts";

/** The record that the address names. @throws a 404 response when it is none */
function previewedAt({ kind, id }: { kind: string; id: string }): Previewed {
  const previewKind = PREVIEW_KINDS.find((one) => one === kind);
  if (!previewKind || !isId(id)) throw data(null, 404);
  return { kind: previewKind, record_id: id };
}

/** The links that lead to a version of a record, for its form. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const of = previewedAt(params);
  return { links: await asStaff(context.get(staffContext), (db) => listPreviewLinks(db, of)) };
}

const days = z.enum(PREVIEW_DAYS).transform(Number);

export function action({ request, context, params }: Route.ActionArgs) {
  const of = previewedAt(params);
  return runIntents(request, context, {
    create: intent(
      z.object({ days }),
      async (db, fields) => {
        const token = await createPreviewLink(db, { ...of, ...fields });
        return {
          text: "Lien d’aperçu créé. Copiez-le maintenant : il ne sera plus affiché",
          copy: `${env().PUBLIC_URL}/preview/${token}`,
        };
      },
      "Le lien n’a pas été créé",
    ),
    end: intent(
      z.object({ id: z.uuid() }),
      async (db, { id }) => {
        await endPreviewLink(db, id, of);
        return "Lien d’aperçu fermé";
      },
      "Le lien n’a pas été fermé",
    ),
  });
}
