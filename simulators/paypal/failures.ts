import { randomBytes } from "node:crypto";
import { json, type Reply } from "../http.ts";

const NAMES: Record<number, string> = {
  400: "INVALID_REQUEST",
  401: "AUTHENTICATION_FAILURE",
  403: "NOT_AUTHORIZED",
  404: "RESOURCE_NOT_FOUND",
  409: "RESOURCE_CONFLICT",
  422: "UNPROCESSABLE_ENTITY",
  429: "RATE_LIMIT_REACHED",
};

/** An error as PayPal words them; `issue` says what is wrong. */
export function failure(status: number, issue?: string, field?: string): Reply {
  const details = issue
    ? [{ ...(field && { field, location: "body" }), issue, description: issue }]
    : [];
  return json(status, {
    name: NAMES[status] ?? "INTERNAL_SERVER_ERROR",
    message: issue ?? NAMES[status] ?? "An internal server error occurred.",
    debug_id: randomBytes(7).toString("hex"),
    details,
    links: [],
  });
}

/** A rule that a call broke; thrown where it is seen, answered at the door. */
export class Refused extends Error {
  readonly reply: Reply;
  readonly issue: string;

  constructor(status: number, issue: string, field?: string) {
    super(issue);
    this.reply = failure(status, issue, field);
    this.issue = issue;
  }
}
