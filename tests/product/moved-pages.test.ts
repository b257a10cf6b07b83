import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenSite, openSharedSite } from "../support/shared-site.ts";

// A page that got another address is found at the old one, in both languages, by everybody at once.

let site: OpenSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site?.close());

test("its old address leads there for good, until somebody else takes it", async () => {
  const statusOf = async (path: string) => (await site.get(path)).status;
  const becomes = (path: string, status: number) =>
    expect.poll(() => statusOf(path), { timeout: 10_000 }).toBe(status);
  const id = await site.insert("pages", { slug: "ancienne-ligue", status: "published" });
  await becomes("/ancienne-ligue", 200);
  await site.query("update pages set slug = 'nouvelle-ligue' where id = $1", [id]);
  await becomes("/ancienne-ligue", 301);
  for (const prefix of ["", "/en"]) {
    const answer = await site.get(`${prefix}/ancienne-ligue`);
    expect(answer.headers.get("location")).toBe(`${prefix}/nouvelle-ligue`);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(await statusOf(`${prefix}/nouvelle-ligue`)).toBe(200);
  }
  await site.insert("pages", { slug: "ancienne-ligue", status: "published" });
  await becomes("/ancienne-ligue", 200);
});
