import { expect, newRecord, sendAsOffice, test } from "../support/browser/office.ts";
import { named } from "../support/browser/office-list.ts";
import { newVisitor } from "../support/browser/visitor-context.ts";
import { newEvent } from "../support/full-event.ts";
import { fillRegistration } from "../support/registrant.ts";

const WRONG =
  "Ce numéro et cette date de naissance ne correspondent pas à une licence valable le jour de l’événement. Vérifiez-les, ou prenez votre licence.";

test("an event that asks for a licence: a wrong number stands beside its field, a right one gives the place, and the door finds it", async ({
  page: office,
  browser,
}) => {
  const last = named("Licencié");
  await newRecord("/admin/members", last, {
    first_name: "Mamadou",
    last_name: last,
    email: `${Date.now()}@example.gn`,
    birth_date: "2001-02-03",
    member_type: "player",
    status: "active",
    language: "fr",
  });
  const list = await sendAsOffice(`/admin/members?${new URLSearchParams({ q: last })}`);
  const number = /FGE-\d{6}-[A-Z]/.exec(await list.text())?.[0] ?? "";
  // A licence lasts a year.
  const date = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const address = await newEvent({ title: "Coupe des licenciés", date, asks_licence: "on" });

  const page = await newVisitor(browser, { javaScriptEnabled: false });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(address);
  await expect(page.getByText("Obligatoire, valable le jour de l’événement")).toBeVisible();
  await page
    .getByRole("link", { name: /^S’inscrire/ })
    .last()
    .click();
  await fillRegistration(page, `${Date.now()}-licence@example.org`, {
    lastName: last,
    birthDate: "2001-02-04",
  });
  await page.getByLabel("Numéro de licence").fill(number.toLowerCase().replaceAll("-", " "));
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Réserver ma place" }).click();
  expect((await answer).status()).toBe(400);
  await expect(page.locator("#licence-error")).toHaveText(WRONG);
  await expect(page.locator("#lastName")).toHaveValue(last);
  await expect(
    page.getByRole("link", { name: "Prenez votre licence", exact: true }),
  ).toHaveAttribute("href", "/membership");
  await page.locator("#birthDate").fill("2001-02-03");
  await page.getByRole("button", { name: "Réserver ma place" }).click();
  await expect(page).toHaveURL(/\/tickets\//);
  await page.context().close();

  await office.goto(`/admin/registrations/door?event=${address.split("/").at(-1)}`);
  await office.getByLabel("Code ou référence du billet").fill(number);
  await office.keyboard.press("Enter");
  const billets = office.getByRole("region", { name: "Billets" }).getByRole("listitem");
  await expect(billets).toContainText("Bienvenue");
  await expect(billets).toContainText(number);
});
