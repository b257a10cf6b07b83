import { expect, test } from "../../support/browser/office.ts";

test("dashboard: counts that lead to their lists, the chart and its figures, the real state", async ({
  page,
}) => {
  await page.goto("/admin");
  const partners = page.getByRole("main").getByRole("link", { name: /Partenaires$/ });
  await expect(partners).toContainText(/\d/);
  await expect(page.getByText("Opérationnel", { exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: /par mois/ })).toBeVisible();
  await page.getByText("Voir les chiffres").click();
  const figures = page.getByRole("table", { name: "Adhésions et inscriptions par mois" });
  await expect(figures.getByRole("row")).toHaveCount(13);
  for (const name of ["membre", "événement", "partenaire"]) {
    await expect(
      page.getByRole("link", { name: new RegExp(`^Nouve(au|l) ${name}$`) }),
    ).toBeVisible();
  }
  await expect(
    page.getByRole("heading", { name: "Activité récente" }).locator("..").getByRole("listitem"),
  ).not.toHaveCount(0);
  await page.getByRole("link", { name: "Nouvel événement" }).click();
  await expect(page.getByRole("dialog", { name: "Nouvel événement" })).toBeVisible();
  await page.goto("/admin");
  await partners.click();
  await expect(page).toHaveURL(/\/admin\/partners$/);
});

test("diagnostic: every check goes well but for mail that stays and a backup that nobody has set up, the session is told and renewed, samples are named", async ({
  page,
}) => {
  await page.goto("/admin/diagnostic");
  await expect(page.getByRole("status").first()).toHaveText(
    "21 vérifications : 18 réussies, 2 à configurer, 1 à vérifier",
  );
  // No mail server is set here: what is written stays on the server, and is not called sent.
  await expect(page.getByText(/gardés? sur le serveur, \d+ en attente/)).toBeVisible();
  await page.getByText("Lecture des membres").click();
  await expect(page.getByText("Lecture par un visiteur")).toBeVisible();
  await page.getByRole("button", { name: "Vérifier la session" }).click();
  await expect(page.getByText(/^Session valide jusqu’au/)).toBeVisible();
  await page.getByRole("button", { name: "Rafraîchir la session" }).click();
  await expect(page.getByText(/^Session prolongée jusqu’au/)).toBeVisible();
  await page.getByRole("button", { name: "Lancer les tâches de fond" }).click();
  await expect(page.getByText("Tâches de fond lancées")).toBeVisible();
  await expect(page.getByText(/npm run admin -- create/)).toBeVisible();

  await page.getByRole("button", { name: "Supprimer le contenu d’exemple" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(/Membres\s: \d+, .*Actualités\s: \d+/);
  await question.getByRole("button", { name: "Annuler" }).click();
  await expect(question).toHaveCount(0);
});

test("database test: checks, counters, members, and how many were read", async ({ page }) => {
  await page.goto("/admin/test-database");
  await expect(page.getByRole("status").first()).toHaveText("4 vérifications : 4 réussies");
  await page.getByText("Politiques d’accès").click();
  await expect(page.getByText("refusé", { exact: true })).toHaveCount(5);
  await expect(page.getByRole("row").nth(1)).toContainText(/Joueur|Club|Partenaire/);
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expect(page.getByText(/\d+ membres chargés/)).toBeVisible();
});
