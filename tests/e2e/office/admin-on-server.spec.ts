import pg from "pg";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { test as base, expect } from "../../support/browser/journey.ts";
import { fitsEverywhere } from "../../support/browser/look.ts";
import { ADMINISTRATOR, confirmed, officeState } from "../../support/browser/office.ts";
import { dialogOf, output, rowOf, save } from "../../support/browser/office-list.ts";
import { patient } from "../../support/browser/taking-over.ts";
import { type PostgresServer, startPostgres } from "../../support/database/postgres-server.ts";
import { type Product, startProduct } from "../../support/product/product.ts";

// The back office on a database server of its own: real money at the desk and what goes back of it, whose
// administrators have been there for days; then a table that cannot be read, and a database that is away.

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
  context: async ({ context }, use) => {
    context.on("page", patient);
    await use(context);
  },
});

// One after another: what is away is away for all of them.
test.describe.configure({ mode: "default" });

async function inSql(server: PostgresServer, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows ?? [];
}

/**
 * While each reading of a row of the table fails; afterwards it holds what it held. The table itself stays:
 * without it the database would be a wrong one, for which nothing stands in.
 */
async function unreadable(
  { server }: Site,
  table: string,
  journey: () => Promise<void>,
): Promise<void> {
  const whole = `select md5(string_agg(t::text, '' order by id)) as sum from ${table} t`;
  const before = await inSql(server, whole);
  await inSql(server, `create policy broken on ${table} as restrictive using (1 / length('') = 1)`);
  try {
    await journey();
  } finally {
    await inSql(server, `drop policy broken on ${table}`);
  }
  expect(await inSql(server, whole), "nothing was written").toEqual(before);
}

test("an event above the limit is cancelled, and another administrator approves its returns once", async ({
  page,
  site,
}) => {
  test.slow();
  const origin = site.product.url;
  await page.request.post("/admin/events/new", {
    headers: { origin },
    form: {
      title: "Finale de Kindia",
      category: "Tournoi",
      description: "Une journée.",
      date: "2040-06-02",
      location: "Kindia",
      type: "in-person",
      status: "upcoming",
      price: "0",
      currency: "XOF",
      max_participants: "9",
      "prices.0.id": "tribune",
      "prices.0.name": "Tribune",
      "prices.0.amount": "75000",
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
    if (place === 0) await fitsEverywhere(page);
    await page.getByRole("button", { name: "Inscrire", exact: true }).click();
    await expect(page.getByText(/créée avec succès/).first()).toBeVisible();
  }
  await page.goto("/admin/payments/till");
  await expect(page.getByText(/154\s000\sFCFA/).first()).toBeVisible();

  await page.goto(`/admin/events/${id}/cancel`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Motif *").fill("La salle est inondée.");
  await dialog.getByRole("button", { name: "Annuler l’événement" }).click();
  await expect(page.getByText(/est annulé/).first()).toBeVisible();
  await page.goto(`/admin/events/${id}/cancel`);
  await expect(dialog).toContainText(/150\s000\sFCFA à rembourser/);
  await expect(dialog).toContainText("une autre personne, dont le compte a plus de 24 heures");
  await fitsEverywhere(page);
  await confirmed(page);
  await dialog.getByRole("button", { name: "Approuver tout" }).click();
  await expect(page.getByText(/une autre personne doit approuver/).first()).toBeVisible();

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

const LOCAL = "Mode démonstration : le changement reste sur cet écran, rien n’est enregistré.";

test("leadership: samples stand in, changes stay on the screen, and the list comes back", async ({
  page,
  site,
}) => {
  const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  const names = page.getByRole("main").getByRole("listitem").getByRole("heading");
  const retry = page.getByRole("button", { name: "Réessayer" });
  await unreadable(site, "leadership_team", async () => {
    await page.goto("/admin/leadership");
    await expect(page.getByRole("heading", { name: "Mode démonstration" })).toBeVisible();
    await expect(names).toHaveText(["Saïkou Barry", "Ousmane Tounkara", "Fatoumata Binta Sow"]);
    const calls: string[] = [];
    page.on("request", (request) => request.method() === "POST" && calls.push(request.url()));

    await expect(page.getByRole("button", { name: "Monter Saïkou Barry" })).toBeDisabled();
    await page.getByRole("button", { name: "Descendre Saïkou Barry" }).click();
    await output(page, LOCAL);
    await expect(names.first()).toHaveText("Ousmane Tounkara");
    await card("Saïkou Barry").getByRole("button", { name: "Actif", exact: true }).click();
    await expect(
      card("Saïkou Barry").getByRole("button", { name: "Inactif", exact: true }),
    ).toBeVisible();

    await page.getByRole("link", { name: "Ajouter un membre" }).first().click();
    await save(page);
    await expect(dialogOf(page).getByText("Le poste est requis").last()).toBeVisible();
    await dialogOf(page).getByLabel("Nom *").fill("Mariame Camara");
    await dialogOf(page).getByLabel("Poste *").fill("Chargée d’essais");
    await dialogOf(page).getByLabel("Biographie *").fill("Elle essaie tout.");
    await dialogOf(page).getByLabel("Image (URL)").fill("/pictures/leader-2.jpg");
    await save(page);
    await expect(names.last()).toHaveText("Mariame Camara");
    await page.getByRole("link", { name: "Modifier Mariame Camara" }).click();
    await expect(dialogOf(page).getByLabel("Poste *")).toHaveValue("Chargée d’essais");
    await dialogOf(page).getByLabel("Poste *").fill("Trésorière");
    await save(page);
    await expect(card("Mariame Camara")).toContainText("Trésorière");
    await page.getByRole("button", { name: "Supprimer Ousmane Tounkara" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(names).toHaveText(["Saïkou Barry", "Fatoumata Binta Sow", "Mariame Camara"]);
    await page.getByRole("search").getByLabel("Statut").selectOption("inactive");
    await expect(names).toHaveText(["Saïkou Barry"]);
    await page.getByRole("search").getByLabel("Statut").selectOption("");
    const answered = page.waitForResponse((answer) => answer.url().includes("/admin/leadership"));
    await retry.click();
    await answered;
    // Still away: what was changed here stays.
    await expect(retry).toBeEnabled();
    await expect(names).toHaveText(["Saïkou Barry", "Fatoumata Binta Sow", "Mariame Camara"]);
    expect(calls).toEqual([]);
  });
  await retry.click();
  await expect(names).toHaveCount(6);
  await expect(page.getByRole("heading", { name: "Mode démonstration" })).toHaveCount(0);
  await page.getByRole("button", { name: "Descendre Saïkou Barry" }).click();
  await output(page, "Ordre mis à jour");
});

test("membership types: samples stand in and are changed here only", async ({ page, site }) => {
  await unreadable(site, "membership_types", async () => {
    // From another screen of the back office, as people come.
    await page.goto("/admin");
    await page.getByRole("link", { name: "Types d’adhésion" }).click();
    await expect(page.getByRole("heading", { name: "Mode démonstration" })).toBeVisible();
    await expect(rowOf(page, "Joueur individuel")).toContainText("15 000 GNF");
    await expect(rowOf(page, "Partenaire")).toContainText("Sur mesure");
    await page.getByRole("link", { name: "Nouveau type" }).click();
    await expect(dialogOf(page).getByLabel("Période *")).toHaveValue("par an");
    await dialogOf(page).getByLabel("Nom *").fill("École");
    await dialogOf(page).getByLabel("Description *").fill("Pour les lycées.");
    await dialogOf(page).getByLabel("Avantages *").fill("Un\nDeux\nTrois\nQuatre\nCinq");
    await dialogOf(page).getByLabel("Prix (GNF) *").fill("50000");
    await save(page);
    await output(page, LOCAL);
    await expect(rowOf(page, "École")).toContainText("50 000 GNF");
    await expect(rowOf(page, "École")).toContainText("+2 autres avantages");
    // Elsewhere and back: it was nowhere but on that screen. The address changes before the screen does.
    await page.getByRole("link", { name: "Activité" }).click();
    await expect(page.getByRole("heading", { name: "Activité", level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "Types d’adhésion" }).first().click();
    await expect(rowOf(page, "150 000 GNF")).toBeVisible();
    await expect(rowOf(page, "École")).toHaveCount(0);
  });
});

test("resources: four samples stand in, and one that is added here has a supposed size", async ({
  page,
  site,
}) => {
  await unreadable(site, "static_files", async () => {
    await page.goto("/admin/resources");
    await expect(page.getByRole("heading", { name: "Mode démonstration" })).toBeVisible();
    await expect(page.getByText("4 ressources", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Nouvelle ressource" }).click();
    await expect(dialogOf(page).getByLabel("Catégorie")).toHaveValue("Documents Officiels");
    await dialogOf(page).getByLabel("URL du fichier").fill("nulle part");
    await save(page);
    await expect(dialogOf(page).getByText("URL invalide").last()).toBeVisible();
    await dialogOf(page).getByLabel("Titre *").fill("Calendrier");
    await dialogOf(page).getByLabel("Description *").fill("Toutes les dates.");
    await dialogOf(page).getByLabel("URL du fichier").fill("https://example.org/dates.pdf");
    await save(page);
    await output(page, LOCAL);
    const row = rowOf(page, "Calendrier");
    // 1,000,000 bytes, and nobody downloaded it.
    await expect(row).toContainText("976,56 Ko");
    await expect(row.getByRole("cell", { name: "0", exact: true })).toBeVisible();
    await row.getByRole("button", { name: "Publié", exact: true }).click();
    await expect(row.getByRole("button", { name: "Non publié", exact: true })).toBeVisible();
    await page.getByRole("search").getByLabel("Catégorie").selectOption("Guides Pratiques");
    await expect(page.getByText("2 ressources", { exact: true })).toBeVisible();
    await page.getByRole("search").getByLabel("Catégorie").selectOption("");
    await page.getByRole("button", { name: "Supprimer Calendrier" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(row).toHaveCount(0);
  });
});

test("a list that cannot be read leaves the frame, says so, and is tried again", async ({
  page,
  site,
}) => {
  const failed = "Erreur lors du chargement des membres";
  await unreadable(site, "members", async () => {
    await page.goto("/admin/members");
    await expect(page.getByRole("alert").getByText(failed)).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Administration" })).toBeVisible();
    const triedAgain = page.waitForResponse(/\/admin\/members\.data/);
    await page.getByRole("button", { name: "Réessayer" }).click();
    await triedAgain;
    await expect(page.getByRole("heading", { name: failed })).toBeVisible();
  });
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("heading", { name: "Gestion des Membres" })).toBeVisible();
});

test("with the database away whoever is inside stays inside, and every screen says what it lacks", async ({
  page,
  site,
}) => {
  await page.goto("/admin/news");
  await page.getByRole("heading", { name: "Gestion des Actualités" }).waitFor();
  await site.server.stop();
  try {
    await page.getByRole("link", { name: "Événements" }).click();
    await output(page, "Erreur lors du chargement des événements");
    await page.getByRole("link", { name: "Direction" }).click();
    await expect(page.getByRole("heading", { name: "Mode démonstration" })).toBeVisible();
    await page.goto("/admin");
    await output(page, "Erreur lors du chargement des statistiques");
    await expect(page.getByText("En panne", { exact: true })).toBeVisible();
  } finally {
    await site.server.restart();
  }
  await expect(async () => {
    await page.goto("/admin/news");
    await expect(page.getByRole("heading", { name: "Gestion des Actualités" })).toBeVisible();
  }).toPass();
});
