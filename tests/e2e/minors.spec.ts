import type { Page } from "@playwright/test";
import { eachWay, expect, test } from "../support/browser/journey.ts";
import { axeFaults } from "../support/browser/look.ts";

const TYPE = "01930000-0000-7000-8000-000000005001";
/** Open from 16 on, and one that asks no gamertag. */
const CUP = "01930000-0000-7000-8000-000000002001";
const TALK = "01930000-0000-7000-8000-000000002006";

const LANGUAGES = {
  fr: {
    prefix: "",
    summary: /Moins de 18 ans\s: responsable légal/,
    text: /j’autorise son adhésion à la fédération/,
    tooYoung: "Cet événement est ouvert aux joueurs de 16 ans et plus à la date de l’événement.",
    apply: "Envoyer ma demande",
    book: "Réserver ma place",
    missing: "Le nom du responsable doit contenir au moins 2 caractères",
    holder: "Responsable légal",
    shown: "Fatou Bah (Mère)",
  },
  en: {
    prefix: "/en",
    summary: /Under 18: parent or guardian/,
    text: /I agree to their membership of the federation/,
    tooYoung: "This event is open to players aged 16 and over on the day of the event.",
    apply: "Send my application",
    book: "Book my place",
    missing: "Enter the name of the parent or guardian (at least 2 characters)",
    holder: "Parent or guardian",
    shown: "Fatou Bah (Mother)",
  },
} as const;

/** A birthday of about today, so long ago. */
function yearsAgo(years: number): string {
  const today = new Date();
  const month = String(today.getUTCMonth() + 1).padStart(2, "0");
  const day = String(Math.min(today.getUTCDate(), 28)).padStart(2, "0");
  return `${today.getUTCFullYear() - years}-${month}-${day}`;
}

async function fillGuardian(page: Page) {
  await page.locator("#guardianName").fill("Fatou Bah");
  await page.locator("#guardianPhone").fill("622 00 00 77");
  await page.locator("#guardianRelation").selectOption("mother");
  await page.locator("#guardianConsent").check();
}

async function fillPerson(page: Page, email: string, birthDate: string) {
  await page.locator("#firstName").fill("Aminata");
  await page.locator("#lastName").fill("Bah");
  await page.locator("#email").fill(email);
  await page.locator("#phone").fill("622 12 34 56");
  await page.locator("#birthDate").fill(birthDate);
}

eachWay(LANGUAGES, (words, { javaScriptEnabled, email }) => {
  test("a child's application is asked for the guardian, and loses nothing", async ({ page }) => {
    await page.goto(`${words.prefix}/membership?type=${TYPE}`);
    const part = page.locator("details[data-born-after]");
    // Without the script it stands there, closed, and says whom it is for.
    await expect(part).toBeVisible({ visible: !javaScriptEnabled });
    await fillPerson(page, email("child"), yearsAgo(30));
    await expect(part).toBeVisible({ visible: !javaScriptEnabled });
    await page.locator("#birthDate").fill(yearsAgo(9));
    if (javaScriptEnabled) await expect(page.locator("#guardianName")).toBeVisible();
    await page.locator("#address").fill("Quartier Taouyah, Ratoma");
    await page.locator("#city").fill("Conakry");
    await page.locator("#experience").selectOption("beginner");
    await page.locator("#games").fill("EA Sports FC");
    await page.locator("#motivation").fill("Jouer pour la Guinée et apprendre avec les meilleurs.");
    await page.locator("#acceptTerms").check();
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.request().method() === "POST"),
      page.getByRole("button", { name: words.apply }).click(),
    ]);
    expect(answer.status()).toBe(400);
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.locator("#guardianName-error")).toHaveText(words.missing);
    await expect(part.getByText(words.summary)).toBeVisible();
    await expect(part.getByText(words.text)).toBeVisible();
    await expect(page.locator("#firstName")).toHaveValue("Aminata");
    await expect(page.locator("#acceptTerms")).toBeChecked();
    if (javaScriptEnabled) expect(await axeFaults(page)).toEqual([]);
    await fillGuardian(page);
    await page.getByRole("button", { name: words.apply }).click();
    await expect(page).toHaveURL(/\/membership\/application\/[\w-]{32}$/);
    await expect(page.getByText(words.holder, { exact: true })).toBeVisible();
    await expect(page.getByText(words.shown)).toBeVisible();
    await expect(page.locator("main")).not.toContainText("622 00 00 77");
  });

  test("an event says for which ages it is, and asks a guardian of the others", async ({
    page,
  }) => {
    await page.goto(`${words.prefix}/events/${CUP}?register=1`);
    await fillPerson(page, email("cup"), yearsAgo(9));
    await page.locator("#gamertag").fill("ami224");
    await page.locator("#platform").selectOption("pc");
    await page.locator("#acceptRules").check();
    await page.locator("#acceptTerms").check();
    await page.getByRole("button", { name: words.book }).click();
    await expect(page.locator("#birthDate-error")).toHaveText(words.tooYoung);
    await expect(page.locator("#guardianName-error")).toBeEmpty();
    await page.locator("#birthDate").fill(yearsAgo(17));
    await page.getByRole("button", { name: words.book }).click();
    await expect(page.locator("#guardianName-error")).toHaveText(words.missing);
    await expect(page.locator("#gamertag")).toHaveValue("ami224");
    await fillGuardian(page);
    await page.getByRole("button", { name: words.book }).click();
    await expect(page).toHaveURL(/\/payments\/[\w-]{32}$/);
  });

  test("where nobody plays, nobody is asked a gamertag", async ({ page }) => {
    await page.goto(`${words.prefix}/events/${TALK}?register=1`);
    await expect(page.locator("#birthDate")).toBeVisible();
    await expect(page.locator("#gamertag")).toHaveCount(0);
    await expect(page.locator("#platform")).toHaveCount(0);
  });
});
