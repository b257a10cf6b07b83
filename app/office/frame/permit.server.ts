import { data, type MiddlewareFunction } from "react-router";
import { MAX_OFFICE_BYTES, readFields } from "../../core/http/form.server.ts";
import { log } from "../../core/log/log.server.ts";
import { rightsContext } from "../../core/staff-context.ts";
import { covers, rightAt } from "../../core/values/permissions.ts";
import { readFrame } from "./frame.server.ts";

/** Screens of many tables have the one that they are asked for in their address, and are named with it. */
const TABLES = /:(?:table|kind)\b/;

type Params = Readonly<Record<string, string | undefined>>;

const addressOf = (pattern: string, params: Params) =>
  pattern.replace(TABLES, (name) => encodeURIComponent(params[name.slice(1)] ?? ""));

/**
 * Lets somebody do what one of their roles may, by the address in the site map and the change that a form names,
 * before any loader or action runs. Others are told so, in the frame.
 */
export const permit: MiddlewareFunction<Response> = async (
  { request, context, params, pattern },
  next,
) => {
  const rights = context.get(rightsContext);
  if (rights.isAdmin) return next();
  const right = rightAt(rights, addressOf(pattern, params));
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isAllowed = isRead
    ? right !== undefined
    : right === "all" || covers(right, await changeOf(request));
  if (isAllowed) return next();
  log.info({ route: pattern }, "refused for want of a role");
  throw data({ refused: await readFrame(request, context) }, { status: 403 });
};

/** The change that a form names; that of a form which cannot be read is no change that anybody has. */
async function changeOf(request: Request): Promise<string> {
  const fields = await readFields(request, MAX_OFFICE_BYTES);
  return fields ? (fields.intent ?? "save") : "";
}
