import { data, type MiddlewareFunction } from "react-router";
import { readFields, UnreadableForm } from "../../core/http/form.server.ts";
import { log } from "../../core/log/log.server.ts";
import { rightsContext } from "../../core/staff-context.ts";
import { covers, rightAt } from "../../core/values/permissions.ts";
import { readFrame } from "./frame.server.ts";

/** As long as the longest form of the back office. */
const MAX_BODY_BYTES = 512 * 1024;

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

/** The change that a form names, as the action itself will read it. */
async function changeOf(request: Request): Promise<string> {
  try {
    const { intent } = await readFields(request.clone(), MAX_BODY_BYTES);
    return intent ?? "save";
  } catch (error) {
    if (error instanceof UnreadableForm) return "";
    throw error;
  }
}
