import * as z from "zod";

// What a browser tells of something that our policy made it refuse. Anybody can send us such a report, with
// anything in it: only words of this list, patterns of our own addresses and the hosts of others come out.

export const DIRECTIVES = [
  "default-src",
  "script-src",
  "script-src-elem",
  "script-src-attr",
  "style-src",
  "style-src-elem",
  "style-src-attr",
  "img-src",
  "font-src",
  "connect-src",
  "media-src",
  "object-src",
  "frame-src",
  "child-src",
  "worker-src",
  "manifest-src",
  "base-uri",
  "form-action",
  "frame-ancestors",
  "upgrade-insecure-requests",
] as const;
type Directive = (typeof DIRECTIVES)[number];

/** So many kinds are kept. */
export const KINDS = 200;
export const BLOCKED_MOST = 120;
export const PAGE_MOST = 120;

/** One kind of report: what was refused, by which directive, on which page. */
export type PolicyReport = { directive: Directive; blocked: string; page: string };

/** The two forms in which browsers send them. */
export const REPORT_TYPES = ["application/csp-report", "application/reports+json"] as const;

/** A browser may send several at once; of more than so many the rest is dropped. */
const AT_ONCE = 20;

const field = z.string().max(4_000).optional().catch(undefined);
const OLD_FORM = z.object({
  "csp-report": z.object({
    "effective-directive": field,
    "violated-directive": field,
    "blocked-uri": field,
    "document-uri": field,
  }),
});
const NEW_FORM = z.object({
  type: z.literal("csp-violation"),
  body: z.object({ effectiveDirective: field, blockedURL: field, documentURL: field }),
});

type Sent = { directive?: string; blocked?: string; page?: string };

/** Of whose addresses a report may tell more than the host: ours, by the pattern of the path. */
type Ours = { origin: string; patternOf: (path: string) => string | undefined };

/** The reports of a body, each made of words of ours; undefined when it is no report at all. */
export function readReports(body: unknown, ours: Ours): PolicyReport[] | undefined {
  const sent = sentReports(body);
  return sent?.slice(0, AT_ONCE).flatMap((report) => cleaned(report, ours) ?? []);
}

function sentReports(body: unknown): Sent[] | undefined {
  const old = OLD_FORM.safeParse(body);
  if (old.success) {
    const report = old.data["csp-report"];
    const directive = report["effective-directive"] ?? report["violated-directive"]?.split(" ")[0];
    return [{ directive, blocked: report["blocked-uri"], page: report["document-uri"] }];
  }
  if (!Array.isArray(body)) return undefined;
  // Browsers put what else they report into the same list.
  return body.slice(0, AT_ONCE).flatMap((one) => {
    const { success, data } = NEW_FORM.safeParse(one);
    if (!success) return [];
    const { effectiveDirective, blockedURL, documentURL } = data.body;
    return [{ directive: effectiveDirective, blocked: blockedURL, page: documentURL }];
  });
}

function cleaned({ directive, blocked, page }: Sent, ours: Ours): PolicyReport | undefined {
  const known = DIRECTIVES.find((one) => one === directive);
  const pattern = page === undefined ? undefined : ownPattern(page, ours);
  // A page of somebody else's has no policy of ours.
  if (!known || !pattern) return undefined;
  return { directive: known, blocked: blockedWord(blocked ?? "", ours), page: pattern };
}

function ownPattern(address: string, { origin, patternOf }: Ours): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.origin === origin ? (patternOf(url.pathname) ?? "/*").slice(0, PAGE_MOST) : undefined;
}

/** What browsers say instead of an address. */
const WORDS = ["inline", "eval", "wasm-eval", "self", "data", "blob", "about", "filesystem"];
const EXTENSION = /^(?:[a-z]+-)+extension:?/;

function blockedWord(blocked: string, ours: Ours): string {
  const word = blocked.toLowerCase().replace(/:$/, "");
  if (WORDS.includes(word)) return word;
  if (EXTENSION.test(word)) return "extension";
  if (!URL.canParse(blocked)) return "other";
  const { protocol, hostname } = new URL(blocked);
  if (WORDS.includes(protocol.slice(0, -1))) return protocol.slice(0, -1);
  if (!/^(?:https?|wss?):$/.test(protocol)) return "other";
  return ownPattern(blocked, ours) ?? hostname.slice(0, BLOCKED_MOST);
}
