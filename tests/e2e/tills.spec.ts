import type { Page } from "@playwright/test";
import { PHONE } from "../support/browser/journey.ts";
import { fitsEverywhere } from "../support/browser/look.ts";
import { expect, officePage, SECOND_STATE, test } from "../support/browser/office.ts";

test.use({ viewport: PHONE });

const section = (page: Page, title: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) });

test("a till on a phone: opened, counted with a difference, handed to the bank, closed", async ({
  page: other,
  browser,
}) => {
  // The till of the first account holds what other journeys took.
  const page = await officePage(browser, { state: SECOND_STATE() });
  await page.setViewportSize(PHONE);
  await page.goto("/admin/payments/till");
  await page.getByLabel("Fond de caisse, GNF").fill("50000");
  await page.getByRole("button", { name: "Ouvrir ma caisse" }).click();
  await expect(section(page, "Doit contenir")).toContainText(/50\s000\sGNF/);
  await fitsEverywhere(page);

  const counting = section(page, "Compter");
  await counting.getByLabel("Compté, GNF").fill("48000");
  await counting.getByLabel("Compté, FCFA").fill("0");
  await counting.getByRole("button").click();
  await expect(page.getByText(/indiquez le motif de l’écart/)).toBeVisible();
  // What was counted is still there.
  await expect(counting.getByLabel("Compté, GNF")).toHaveValue("48000");
  await counting.getByLabel(/Motif/).fill("Un billet déchiré");
  await counting.getByRole("button").click();
  await expect(section(page, "Doit contenir")).toContainText(/48\s000\sGNF/);

  const handing = section(page, "Verser");
  await handing.getByLabel("Montant").fill("48000");
  await handing.getByLabel("Devise").selectOption("GNF");
  await handing.getByRole("button").click();
  await expect(
    page.getByRole("heading", { name: /48\s000\sGNF en cours de versement/ }),
  ).toBeVisible();
  // Whoever sent it does not say alone that it is there.
  await expect(page.getByLabel("N° du bordereau de la banque")).toHaveCount(0);
  await other.goto("/admin/payments/tills");
  const transit = other.locator("section", { hasText: /48\s000\sGNF en cours de versement/ });
  await transit.getByLabel("N° du bordereau de la banque").fill(`B-${Date.now()}`);
  await transit.getByRole("button", { name: "La banque a reçu" }).click();
  await expect(transit).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: /en cours de versement/ })).toHaveCount(0);

  await page.getByRole("button", { name: "Fermer la caisse" }).click();
  await expect(page.getByRole("button", { name: "Ouvrir ma caisse" })).toBeVisible();
  await page.goto("/admin/payments/tills");
  await expect(page.getByText("Fermée").first()).toBeVisible();
});
