import pg from "pg";
import { newId } from "../../app/core/id.server.ts";
import { test as base, expect, PHONE } from "../support/journey.ts";
import { axeFaults, fitsEverywhere } from "../support/look.ts";
import { ADMINISTRATOR, confirmed, officeState } from "../support/office.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Product, startProduct } from "../support/product.ts";

// Real money at the desk, and what goes back of it: a site of its own, without any test, whose administrators
// have been there for days.

type Site = { server: PostgresServer; product: Product; state: string };
const OTHER = { id: newId(), name: "Ibrahima Sow" };

const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture here
    async ({}, use) => {
      const server = await startPostgres();
      const product = await startProduct({
        DATABASE_URL: server.url,
        TRUST_PROXY: "1",
        ADMIN_EMAIL: ADMINISTRATOR.email,
        ADMIN_PASSWORD: ADMINISTRATOR.password,
      });
      const state = await officeState(product.url);
      await inSql(
        server,
        `insert into profiles (id, name, email, role) values ('${OTHER.id}', '${OTHER.name}', 'sow@example.org', 'admin');
        update profiles set created_at = now() - interval '3 days'`,
      );
      await use({ server, product, state });
      await product.stop();
      await server.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.product.url),
  storageState: ({ site }, use) => use(JSON.parse(site.state)),
});

test.use({ viewport: PHONE, contextOptions: { reducedMotion: "reduce" } });

async function inSql(server: PostgresServer, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows ?? [];
}

test("an event above the limit is cancelled, and another administrator approves its returns once", async ({
  page,
  site,
}) => {
  const origin = site.product.url;
  await page.request.post("/admin/events/new", {
    headers: { origin },
    form: {
      ...{ title: "Finale de Kindia", category: "Tournoi", description: "Une journée." },
      ...{ date: "2040-06-02", location: "Kindia", type: "in-person", status: "upcoming" },
      ...{ price: "0", currency: "XOF", max_participants: "9" },
      ...{ "prices.0.id": "tribune", "prices.0.name": "Tribune", "prices.0.amount": "75000" },
      "prices.0.description": "Une place assise",
    },
  });
  const [event] = (await inSql(
    site.server,
    "select id from events where title = 'Finale de Kindia'",
  )) as { id: string }[];
  const id = event?.id ?? "";

  for (const [place, name] of ["Kadiatou", "Fanta"].entries()) {
    await page.goto(`/admin/registrations/new?event=${id}`);
    // Whoever has no till opens one with the first cash.
    const float = page.getByLabel("Fond de caisse, FCFA");
    if (place === 0) await float.fill("4000");
    await page.locator("#firstName").fill(name);
    await page.locator("#lastName").fill("Sylla");
    await page.locator("#email").fill(`${name.toLowerCase()}@example.org`);
    await page.locator("#phone").fill("622 12 34 56");
    await page.locator("#birthDate").fill("2001-02-03");
    await page.locator("#gamertag").fill("kadi224");
    await page.locator("#platform").selectOption("ps5");
    await fitsEverywhere(page);
    await page.getByRole("button", { name: "Inscrire", exact: true }).click();
    await expect(page.getByText(/créée avec succès/).first()).toBeVisible();
  }
  await page.goto("/admin/payments/till");
  await expect(page.getByText(/154\s000\sFCFA/).first()).toBeVisible();

  await page.goto(`/admin/events/${id}/cancel`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Motif").fill("La salle est inondée.");
  await dialog.getByRole("button", { name: "Annuler l’événement" }).click();
  await expect(page.getByText(/est annulé/).first()).toBeVisible();
  await page.goto(`/admin/events/${id}/cancel`);
  await expect(dialog).toContainText(/150\s000\sFCFA à rendre/);
  await expect(dialog).toContainText("avec un compte de plus de 24 heures");
  await fitsEverywhere(page);
  expect(await axeFaults(page)).toEqual([]);
  await confirmed(page);
  await dialog.getByRole("button", { name: "Approuver tout" }).click();
  await expect(page.getByText(/une autre personne approuve/).first()).toBeVisible();

  // Now it was the other one who cancelled, and who took the cash.
  await expect
    .poll(() => inSql(site.server, "select id from refunds where status = 'requested'"))
    .toHaveLength(2);
  await inSql(
    site.server,
    `update event_changes set decided_by = '${OTHER.id}';
    alter table refunds disable trigger user;
    update refunds set requested_by = '${OTHER.id}';
    alter table refunds enable trigger user;
    alter table ledger_entries disable trigger user;
    update ledger_entries set booked_by = '${OTHER.id}';
    alter table ledger_entries enable trigger user`,
  );
  await page.goto(`/admin/events/${id}/cancel`);
  await expect(dialog).toContainText(`${OTHER.name} a annulé cet événement`);
  await fitsEverywhere(page);
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Approuver tout" }).click();
  await expect(page.getByText("Remboursements approuvés").first()).toBeVisible();
  await expect
    .poll(() => inSql(site.server, "select id from refunds where status = 'approved'"), {
      timeout: 90_000,
    })
    .toHaveLength(2);
  await page.goto(`/admin/events/${id}/cancel`);
  await expect(dialog).toContainText("Cet événement est déjà annulé");
});
