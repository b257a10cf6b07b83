import { env } from "../core/process/env.server.ts";

export const handle = { reads: [] };

/** Everything public may be read; the back office is nobody's to index. */
export function loader() {
  const body = `User-agent: *
Disallow: /admin
Allow: /

Sitemap: ${env().PUBLIC_URL}/sitemap.xml
`;
  return new Response(body, { headers: { "content-type": "text/plain; charset=utf-8" } });
}
