import { expect, test } from "vitest";
import { startProduct } from "../support/product/product.ts";

test("with https, a browser is told where to report in its newer way, and whoever finds a hole whom to write to", async () => {
  const https = await startProduct({ PUBLIC_URL: "https://esport.example" });
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
