import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { isDeep } from "../support/fuzz/repetitions.ts";
import { type OpenSite, openSharedSite, outputOf } from "../support/product/shared-site.ts";

let site: OpenSite;
let token: string;
beforeAll(async () => {
  site = await openSharedSite();
  token = site.metricsToken;
});
afterAll(() => site?.close());

describe("/metrics", () => {
  const ask = (headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`${site.url}/metrics`, { ...init, headers });

  test("is given to whoever has the token, and to nobody else", async () => {
    const answer = await ask({ authorization: `Bearer ${token}` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/openmetrics-text; version=1/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const text = await answer.text();
    expect(text).toContain("site_up_seconds ");
    expect(text).toMatch(/site_job_late\{job="mail\.send"\} 0/);
    expect(text.endsWith("# EOF\n")).toBe(true);
    const wrong = ["", token, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`];
    for (const authorization of [...wrong, `Bearer ${"x".repeat(10_000)}`, "Bearer \xe9"]) {
      const refused = await ask(authorization ? { authorization } : {});
      expect(refused.status, authorization).toBe(401);
      expect(await refused.text()).toBe("");
    }
    expect((await fetch(`${site.url}/metrics?token=${token}`)).status).toBe(401);
  });

  test("says as much to HEAD without a body, and takes nothing", async () => {
    const headers = { authorization: `Bearer ${token}` };
    const head = await ask(headers, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await ask(headers, { method: "POST" })).status).toBe(405);
    expect((await ask(headers, { method: "PUT" })).status).toBe(405);
  });

  test("is not there without a token in the settings", async () => {
    const { url } = inject("plainSite");
    const headers = { authorization: "Bearer undefined" };
    expect((await fetch(`${url}/metrics`, { headers })).status).toBe(404);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
  });
});

describe("reports of browsers", () => {
  let network = 0;
  /** From a network of its own unless it is said. */
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${site.url}/reports`, {
      method: "POST",
      headers: {
        "content-type": "application/csp-report",
        "x-forwarded-for": `198.51.100.${network++ % 250}`,
        ...headers,
      },
      body,
    });
  const report = (blocked: string) =>
    JSON.stringify({
      "csp-report": {
        "document-uri": `${site.url}/tickets/very-secret-token?key=typed`,
        "effective-directive": "script-src-elem",
        "blocked-uri": blocked,
      },
    });

  test("are taken in both forms, from another origin and without any", async () => {
    expect((await send(report("https://evil.example/x.js?q=typed"))).status).toBe(204);
    const body = {
      effectiveDirective: "img-src",
      blockedURL: "inline",
      documentURL: `${site.url}/about`,
    };
    const type = { "content-type": "application/reports+json; charset=utf-8", origin: "null" };
    expect((await send(JSON.stringify([{ type: "csp-violation", body }]), type)).status).toBe(204);
  });

  test("that are none, too large, too deep or of another kind are refused, and nothing fails", async () => {
    expect((await send("{")).status).toBe(400);
    expect((await send("")).status).toBe(400);
    expect((await send("null")).status).toBe(400);
    expect((await send(new Uint8Array(1_000).fill(255))).status).toBe(400);
    const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
    expect((await send(deep)).status).toBe(204);
    expect((await send(`{"csp-report":${deep}}`)).status).toBe(400);
    for (const type of ["text/html", "application/json", "multipart/form-data; boundary=x"]) {
      expect((await send(report("inline"), { "content-type": type })).status).toBe(415);
    }
    // Refused while it comes; the line may be closed before all of it is sent.
    const large = await send("x".repeat(10_000_000)).then(
      ({ status }) => status,
      () => 413,
    );
    expect(large).toBe(413);
    expect((await fetch(`${site.url}/reports`)).status).toBe(405);
    expect((await fetch(`${site.url}/reports`, { method: "HEAD" })).status).toBe(405);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  });

  test("too many of one network are limited, and the site goes on", async () => {
    const from = { "x-forwarded-for": "203.0.113.77" };
    const statuses = await Promise.all(
      Array.from({ length: 45 }, (_, n) =>
        send(report(`https://h${n}.example`), from).then(({ status }) => status),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([204, 429]));
    expect(statuses.filter((status) => status === 204).length).toBeLessThan(60);
    expect((await fetch(`${site.url}/about`)).status).toBe(200);
    const headers = { authorization: `Bearer ${token}` };
    const text = await (await site.get("/metrics", { headers })).text();
    expect(text).toMatch(/site_refusals_total\{limit="policy-report"\} [1-9]/);
    expect(text).not.toContain("203.0.113");
  });

  test("every page says where to send them, on the page of health they are patterns alone", async () => {
    const page = await site.get("/");
    expect(page.headers.get("content-security-policy")).toContain("report-uri /reports");
    expect(outputOf(site)).not.toMatch(/very-secret-token|typed/);
    // They are written with the next turn of the watch, within a minute and a half.
    if (!isDeep) return;
    const read = () => site.staff.get("/admin/health").then((answer) => answer.text());
    await expect.poll(read, { timeout: 90_000, interval: 3_000 }).toContain("evil.example");
    const text = await read();
    expect(text).toContain("/tickets/:token");
    expect(text).not.toMatch(/very-secret-token|typed|x\.js/);
  });
});

test("/.well-known/security.txt is not there as long as nobody could be written to", async () => {
  // Its only address is that of an example, and this site has no https.
  expect((await site.get("/.well-known/security.txt")).status).toBe(404);
});
