import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMINISTRATOR } from "../support/office.ts";
import { type Product, startProduct } from "../support/product.ts";
import { StaffClient } from "../support/staff-client.ts";

const TOKEN = "a-token-of-more-than-thirty-two-letters";
const MB = 1024 * 1024;
const settings = {
  ADMIN_EMAIL: ADMINISTRATOR.email,
  ADMIN_PASSWORD: ADMINISTRATOR.password,
};
let product: Product;
beforeAll(async () => {
  product = await startProduct({ ...settings, METRICS_TOKEN: TOKEN, TRUST_PROXY: "1" });
});
afterAll(() => product?.stop());

describe("/metrics", () => {
  const ask = (headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`${product.url}/metrics`, { ...init, headers });

  test("is given to whoever has the token, and to nobody else", async () => {
    const answer = await ask({ authorization: `Bearer ${TOKEN}` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/openmetrics-text; version=1/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const text = await answer.text();
    expect(text).toContain("site_up_seconds ");
    expect(text).toMatch(/site_job_late\{job="mail\.send"\} 0/);
    expect(text.endsWith("# EOF\n")).toBe(true);
    const wrong = ["", TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`];
    for (const authorization of [...wrong, `Bearer ${"x".repeat(10_000)}`, "Bearer \xe9"]) {
      const refused = await ask(authorization ? { authorization } : {});
      expect(refused.status, authorization).toBe(401);
      expect(await refused.text()).toBe("");
    }
    expect((await fetch(`${product.url}/metrics?token=${TOKEN}`)).status).toBe(401);
  });

  test("says as much to HEAD without a body, and takes nothing", async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const head = await ask(headers, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await ask(headers, { method: "POST" })).status).toBe(405);
    expect((await ask(headers, { method: "PUT" })).status).toBe(405);
  });

  test("names what limits refused, and nothing that anybody typed", async () => {
    for (let n = 0; n < 12; n++) {
      await fetch(`${product.url}/admin/login`, {
        method: "POST",
        redirect: "manual",
        headers: { origin: product.url, "x-forwarded-for": "203.0.113.9" },
        body: new URLSearchParams({ email: "kadiatou@example.gn", password: `wrong-${n}` }),
      });
    }
    const text = await (await ask({ authorization: `Bearer ${TOKEN}` })).text();
    expect(text).toMatch(/site_refusals_total\{limit="sign-in, network"\} [1-9]/);
    expect(text).not.toMatch(/kadiatou|203\.0\.113|wrong-/);
  });

  test("is not there without a token in the settings", async () => {
    const without = await startProduct(settings);
    try {
      const headers = { authorization: "Bearer undefined" };
      expect((await fetch(`${without.url}/metrics`, { headers })).status).toBe(404);
      expect((await fetch(`${without.url}/metrics`)).status).toBe(404);
    } finally {
      await without.stop();
    }
  });
});

describe("reports of browsers", () => {
  let network = 0;
  /** From a network of its own unless it is said. */
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${product.url}/reports`, {
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
        "document-uri": `${product.url}/tickets/very-secret-token?key=typed`,
        "effective-directive": "script-src-elem",
        "blocked-uri": blocked,
      },
    });

  test("are taken in both forms, from another origin and without any", async () => {
    expect((await send(report("https://evil.example/x.js?q=typed"))).status).toBe(204);
    const body = {
      effectiveDirective: "img-src",
      blockedURL: "inline",
      documentURL: `${product.url}/about`,
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
    const large = await send("x".repeat(10 * MB)).then(
      ({ status }) => status,
      () => 413,
    );
    expect(large).toBe(413);
    expect((await fetch(`${product.url}/reports`)).status).toBe(405);
    expect((await fetch(`${product.url}/reports`, { method: "HEAD" })).status).toBe(405);
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  });

  test("a thousand of one network are limited, and the site goes on", async () => {
    const from = { "x-forwarded-for": "203.0.113.77" };
    const answers: number[] = [];
    for (let batch = 0; batch < 20; batch++) {
      const some = Array.from({ length: 50 }, (_, n) =>
        send(report(`https://h${batch * 50 + n}.example`), from).then(({ status }) => status),
      );
      answers.push(...(await Promise.all(some)));
    }
    expect(new Set(answers)).toEqual(new Set([204, 429]));
    expect(answers.filter((status) => status === 204).length).toBeLessThan(60);
    expect((await fetch(`${product.url}/about`)).status).toBe(200);
  });

  test("every page says where to send them, on the page of health they are patterns alone", async () => {
    const page = await fetch(product.url);
    expect(page.headers.get("content-security-policy")).toContain("report-uri /reports");
    const staff = await StaffClient.signIn(product.url);
    const read = () => staff.get("/admin/health").then((answer) => answer.text());
    // They are written with the next turn of the watch, within a minute and a half.
    await expect.poll(read, { timeout: 90_000, interval: 3_000 }).toContain("evil.example");
    const text = await read();
    expect(text).toContain("/tickets/:token");
    expect(text).not.toMatch(/very-secret-token|typed|x\.js/);
    expect(product.output()).not.toMatch(/very-secret-token|typed|"level":(?:50|60)/);
  }, 120_000);
});

test("/.well-known/security.txt is not there as long as nobody could be written to", async () => {
  // Its only address is that of an example, and this site has no https.
  expect((await fetch(`${product.url}/.well-known/security.txt`)).status).toBe(404);
  const https = await startProduct({ ...settings, PUBLIC_URL: "https://esport.example" });
  try {
    const answer = await fetch(`${https.url}/.well-known/security.txt`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const text = await answer.text();
    expect(text).toContain("Contact: https://esport.example/contact\n");
    expect(text).toContain("Canonical: https://esport.example/.well-known/security.txt\n");
    const end = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "");
    expect(end).toBeGreaterThan(Date.now());
    const page = await fetch(https.url);
    expect(page.headers.get("content-security-policy")).toMatch(/report-to csp$/);
    expect(page.headers.get("reporting-endpoints")).toBe('csp="/reports"');
    const post = await fetch(`${https.url}/.well-known/security.txt`, { method: "POST" });
    expect(post.status).toBe(405);
  } finally {
    await https.stop();
  }
});
