import { requireConfirmation } from "../auth/second-factor/confirmation.system.server.ts";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { attachment } from "../core/http/attachment.ts";
import { isId } from "../core/secrets/id.ts";
import { staffContext } from "../core/staff-context.ts";
import type { Route } from "./+types/person-data.route.ts";
import { exportPerson } from "./people.staff.server.ts";
import { readPersonData } from "./people.system.server.ts";

/** Everything that is held of somebody, in a file. The log keeps who took it, and not of whom. */
export async function loader(args: Route.LoaderArgs) {
  await requireConfirmation(args);
  const { context, params } = args;
  await asStaff(context.get(staffContext), exportPerson);
  const person = isId(params.id) ? await readPersonData(params.id) : undefined;
  if (!person) throw new Response(null, { status: 404 });
  return new Response(`${JSON.stringify(person, null, 2)}\n`, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": attachment("donnees-personnelles.json"),
      "cache-control": "no-store",
    },
  });
}
