import { createHash } from "node:crypto";

type Policy = {
  /** The inline style and scripts of public documents. */
  inline?: { css: string; scripts: string[] };
  /** For hydrated screens: their scripts carry it. */
  nonce?: string;
  https: boolean;
  /** A public page that reads codes. */
  camera?: boolean;
  /** Vite writes the styles of hydrated screens into the document: they carry the nonce too. */
  development?: boolean;
};

/** Where browsers report violations of the policy. */
const REPORTS = "/reports";
const REPORT_GROUP = "csp";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The Content-Security-Policy of a document. */
function contentSecurityPolicy({ inline, nonce, https, development }: Policy): string {
  const styles = [inline && hash(inline.css), development && nonce && `'nonce-${nonce}'`];
  const scripts = nonce
    ? `'self' 'nonce-${nonce}'`
    : ["'self'", ...(inline?.scripts ?? []).map(hash)].join(" ");
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    ["style-src 'self'", ...styles.filter(Boolean)].join(" "),
    // Partners' logos and articles' pictures may stand on other sites.
    "img-src 'self' https: data:",
    // The map of the contact page, when a visitor asks for it.
    "frame-src https://www.openstreetmap.org",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ["upgrade-insecure-requests"] : []),
    // Browsers that support `report-to`, which needs https, ignore `report-uri`.
    `report-uri ${REPORTS}`,
    ...(https ? [`report-to ${REPORT_GROUP}`] : []),
  ].join("; ");
}

/** The headers that every answer carries, whatever it is. */
export function commonHeaders(https: boolean, camera = "()"): [string, string][] {
  return [
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["cross-origin-opener-policy", "same-origin"],
    ["permissions-policy", `camera=${camera}, microphone=(), geolocation=(), payment=(), usb=()`],
    ...(https
      ? [["strict-transport-security", "max-age=31536000; includeSubDomains"] as [string, string]]
      : []),
  ];
}

/**
 * The policy of pdf.js's worker, which obeys its own response and not the page that started it. It may run its
 * decoders of JPEG 2000 and fax pictures as WebAssembly, and fetch them, fonts and character maps from this site.
 */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** The headers of a document. */
export function documentHeaders(policy: Policy): [string, string][] {
  return [
    // The door of an event reads tickets, and any screen of the back office leads there without a new document.
    ...commonHeaders(policy.https, policy.nonce || policy.camera ? "(self)" : "()"),
    ["content-security-policy", contentSecurityPolicy(policy)],
    ...(policy.https
      ? [["reporting-endpoints", `${REPORT_GROUP}="${REPORTS}"`] as [string, string]]
      : []),
  ];
}

/** The headers of a page whose address is secret: no referrer to other sites, and no cache. */
export const PRIVATE = { "cache-control": "private, no-store", "referrer-policy": "same-origin" };

/** 'content-disposition' of a file to save: its name in ASCII, and as it is (RFC 6266). */
export function attachment(name: string): string {
  const ascii = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("’", "-")
    .replaceAll(/[^\x20-\x7e]/g, "_")
    .replaceAll('"', "");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
