import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenSite, openSharedSite } from "../support/product/shared-site.ts";

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

test("a personal link that was renewed says that it moved, and nothing of whose it was", async () => {
  const id = await site.insert("event_registrations", {
    event_id: await site.insert("events", { title: "Finale" }),
    status: "held",
    first_name: "Mariama",
    email: "typo@example.org",
  });
  const order = await site.insert("orders", { kind: "registration", subject_id: id });
  const rows = async () =>
    (await site.query(
      `select ticket_token as ticket, token, share_token as share from event_registrations r
        join orders o on o.subject_id = r.id where o.id = $1`,
      [order],
    )) as { ticket: string; token: string; share: string }[];
  const addressesOf = ({ ticket, token, share }: Record<string, string>) => [
    `/tickets/${ticket}`,
    `/en/tickets/${ticket}`,
    `/payments/${token}`,
    `/en/pay/${share}`,
  ];
  const [former] = await rows();
  await site.query("update event_registrations set email = 'right@example.org' where id = $1", [
    id,
  ]);
  for (const address of addressesOf(former ?? {})) {
    const answer = await site.get(address);
    expect(answer.status, address).toBe(410);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    const page = await answer.text();
    expect(page).toContain(address.startsWith("/en") ? "This page has moved" : "a été déplacée");
    expect(page).not.toMatch(/Mariama|Finale|example\.org/);
  }
  const paper = await site.get(`/tickets/${former?.ticket}/ticket.pdf`);
  expect(paper.headers.get("location")).toBe(`/tickets/${former?.ticket}`);
  const [renewed] = await rows();
  for (const address of addressesOf(renewed ?? {}))
    expect((await site.get(address)).status, address).toBe(200);
});
