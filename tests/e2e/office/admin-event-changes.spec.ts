import type { Locator, Page } from "@playwright/test";
import { fitsEverywhere } from "../../support/browser/look.ts";
import { expect, test } from "../../support/browser/office.ts";
import { newVisitor } from "../../support/browser/visitor-context.ts";
import { fullEvent } from "../../support/full-event.ts";

// What staff decide about an event, seen by them and by whoever registered.

const REASON = "La salle est inondée depuis lundi.";

/** The registration of the one person who comes to an event, from the screen of the back office. */
async function ticketOf(page: Page, event: string): Promise<string> {
  const id = event.split("/").at(-1);
  await page.goto(`/admin/registrations?event=${id}`);
  await page.getByRole("link", { name: "Bintou Sylla", exact: true }).click();
  // No screen shows it: whoever hands it on asks for it, which is written down.
  let ticket = "";
  await page.route("**/admin/registrations**", async (route) => {
    // The page may go on with the answer before its text can be read from outside.
    const response = await route.fetch();
    ticket ||= /\/tickets\/[\w-]+/.exec(await response.text())?.[0] ?? "";
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Donner son lien à la personne" }).click();
  await expect.poll(() => ticket).not.toBe("");
  await page.unrouteAll({ behavior: "wait" });
  return ticket;
}

/** Saves a form that tells the one registered person, having read what they will read. */
async function confirmNotice(dialog: Locator, words: string): Promise<void> {
  await dialog.getByRole("button", { name: "Enregistrer", exact: true }).click();
  const notice = dialog.getByRole("alert");
  await expect(notice).toContainText(/1 personne (sera prévenue|à prévenir vous-même)/);
  await expect(notice).toContainText(words);
  await dialog.getByRole("button", { name: /Enregistrer (et prévenir|quand même)/ }).click();
}

test("an event with a participant is cancelled with its numbers and a reason, and held after all", async ({
  page,
  browser,
}) => {
  const event = await fullEvent();
  const ticket = await ticketOf(page, event);
  const dialog = page.getByRole("dialog");
  await page.goto(`/admin${event}`);

  await dialog.getByLabel("Statut").selectOption("cancelled");
  await expect(page).toHaveURL(`/admin${event}/cancel`);
  await expect(dialog).toContainText("1 place est libérée");
  await expect(dialog).toContainText("Personne n’a payé");
  await fitsEverywhere(page, { longWords: true });
  // The menu of its row leads there too, and changes nothing by itself.
  await page.goto("/admin/events?q=Complet");
  const row = page.getByRole("row").filter({ has: page.locator(`a[href*="${event}"]`) });
  await row.getByLabel(/^Statut/).selectOption("cancelled");
  await expect(page).toHaveURL(new RegExp(`/admin${event}/cancel`));
  await dialog.getByRole("button", { name: "Annuler l’événement" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Le motif est requis");
  await dialog.getByLabel("Motif *").fill(REASON);
  await dialog.getByRole("button", { name: "Annuler l’événement" }).click();
  await expect(page.getByText(/est annulé/).first()).toBeVisible();

  // Somebody whose browser has no script reads the same.
  const visitor = await newVisitor(browser, { javaScriptEnabled: false });
  await visitor.goto(event);
  await expect(visitor.getByText("Cet événement est annulé.")).toBeVisible();
  await expect(visitor.getByText(REASON)).toBeVisible();
  await expect(visitor.getByRole("link", { name: "S’inscrire" })).toHaveCount(0);
  await expect(async () => {
    await visitor.goto(ticket);
    await expect(visitor.getByText("Ce billet n’est plus valable.")).toBeVisible();
    await expect(visitor.getByRole("img", { name: /Code QR/ })).toHaveCount(0);
    await expect(visitor.getByRole("link", { name: /Renoncer/ })).toHaveCount(0);
  }).toPass();
  await visitor.goto(`/en${event}`);
  await expect(visitor.getByText("This event is cancelled.")).toBeVisible();

  // The status that is chosen in the row is chosen in the form to which it leads.
  await page.goto("/admin/events?q=Complet");
  await row.getByLabel(/^Statut/).selectOption("upcoming");
  await expect(dialog.getByLabel("Statut")).toHaveValue("upcoming");
  await confirmNotice(dialog, "Prendre ma place");
  await expect(page.getByText("Événement mis à jour avec succès")).toBeVisible();
  await expect(async () => {
    await visitor.goto(ticket);
    await expect(visitor.getByRole("button", { name: "Prendre la place" })).toBeVisible();
  }).toPass();
  await visitor.getByRole("button", { name: "Prendre la place" }).click();
  await expect(visitor.getByText("Confirmée")).toBeVisible();
  await visitor.context().close();
});

test("an event says when it ends, and refuses an end before its beginning beside the field", async ({
  page,
}) => {
  const event = await fullEvent();
  const dialog = page.getByRole("dialog");
  await page.goto(`/admin${event}`);
  await dialog.getByLabel("Heure", { exact: true }).fill("10:00");
  await dialog.getByLabel("Date de fin").fill("2040-06-01");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(dialog.getByRole("alert")).toContainText("La fin ne peut pas précéder le début");
  await dialog.getByLabel("Date de fin").fill("2040-06-03");
  await dialog.getByLabel("Heure de fin").fill("18:00");
  await confirmNotice(dialog, "18 h");
  await expect(page.getByText("Événement mis à jour avec succès")).toBeVisible();
  // What people were told is taken back by no button.
  await expect(page.locator(".toast")).toContainText("modifiez-le de nouveau");
  await expect(page.locator(".toast").getByRole("button", { name: "Annuler" })).toHaveCount(0);
  await page.goto(event);
  await expect(page.getByText(/2.3 juin 2040/)).toBeVisible();
  await expect(page.getByText("10 h, jusqu’à 18 h le dernier jour")).toBeVisible();
});
