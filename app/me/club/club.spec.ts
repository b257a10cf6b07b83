import type { Browser, Page } from "@playwright/test";
import { eachWay, expect, PHONE } from "../../../tests/support/browser/journey.ts";
import { fitsEverywhere } from "../../../tests/support/browser/look.ts";
import { delivered, type Mailing, test } from "../../../tests/support/browser/mailing-journey.ts";
import { officePage } from "../../../tests/support/browser/office.ts";
import { named } from "../../../tests/support/browser/office-list.ts";
import {
  dayIn,
  enterSpace,
  recordMembers,
  SPACE_WORDS,
} from "../../../tests/support/browser/own-space.ts";
import { play } from "../../../tests/support/paying.ts";

const LANGUAGES = {
  fr: {
    prefix: "",
    ...SPACE_WORDS.fr,
    manage: "Gérer mon club",
    invite: "Créer une invitation",
    used: "Licences prises\u202f: 1 sur 10",
    link: "Lien de l’invitation",
    accept: "Accepter l’invitation",
    licence: "Votre licence",
    spent: "Cette invitation a déjà servi",
    release: "Retirer du club",
    nobody: "Votre club n’a pas encore de joueur.",
    number: "Nombre de licences",
    buy: "Acheter",
    wrong: "Saisissez un nombre de 1 à 100",
    total: /45\s000\sGNF/,
    ordered: "3 licences commandées",
    pay: "Aller au paiement",
    byProvider: /^Payer/,
    seeClub: "Voir mon club",
    bought: "dont 3 achetées",
    more: "Licences prises\u202f: 1 sur 13",
  },
  en: {
    prefix: "/en",
    ...SPACE_WORDS.en,
    manage: "Manage my club",
    invite: "Create an invitation",
    used: "Licences taken: 1 of 10",
    link: "Invitation link",
    accept: "Accept the invitation",
    licence: "Your licence",
    spent: "This invitation has already been used",
    release: "Release from the club",
    nobody: "Your club has no players yet.",
    number: "Number of licences",
    buy: "Buy",
    wrong: "Enter a number from 1 to 100",
    total: /45[,\s]000/,
    ordered: "3 licences ordered",
    pay: "Go to payment",
    byProvider: /^Pay/,
    seeClub: "See my club",
    bought: "3 of them bought",
    more: "Licences taken: 1 of 13",
  },
} as const;

/** Whoever is about to end a club reads that its player loses a licence, before anybody is told. */
async function isAskedBefore(office: Page, club: string): Promise<void> {
  const row = office
    .getByRole("row")
    .filter({ hasText: `Association sportive ${club}` })
    .filter({ hasText: "Mory Kaba" });
  const question = office.getByRole("alertdialog");
  const selection = office.getByRole("region", { name: "Sélection" });
  const alone = () => row.getByRole("combobox").selectOption("expired");
  const together = async () => {
    await row.getByRole("checkbox").check();
    await selection.getByRole("combobox").selectOption("suspended");
  };
  for (const change of [alone, together]) {
    await change();
    await expect(question).toContainText(
      "1 joueur perd la licence que son club paie et est prévenu par e-mail 15 minutes plus tard.",
    );
    await question.getByRole("button", { name: "Annuler" }).click();
    await expect(question).toBeHidden();
  }
  await selection.getByRole("button", { name: "Annuler la sélection" }).click();
}

/** Staff release the player from the record of the club, after they read who is told. */
async function releaseByStaff(
  browser: Browser,
  { url, state }: Mailing,
  club: string,
): Promise<void> {
  const office = await officePage(browser, { baseURL: url, state });
  await office.goto(`/admin/members?q=${encodeURIComponent(club.toLowerCase())}`);
  // The search finds the player too, by the name of the club.
  await expect(office.getByRole("link", { name: "Ibrahima Sory Bah" })).toBeVisible();
  await isAskedBefore(office, club);
  await office
    .getByRole("link", { name: `Association sportive ${club}` })
    .first()
    .click();
  const dialog = office.getByRole("dialog");
  await dialog.getByRole("link", { name: "Places, joueurs et invitations" }).click();
  await expect(dialog).toContainText("Joueurs (1)");
  await fitsEverywhere(office);
  await dialog.getByRole("button", { name: "Retirer du club\u202f: Ibrahima Sory Bah" }).click();
  const question = office.getByRole("alertdialog");
  await expect(question).toContainText("Le joueur et le club sont prévenus par e-mail.");
  await question.getByRole("button", { name: "Retirer du club" }).click();
  await expect(office.getByText("Ibrahima Sory Bah ne fait plus partie du club.")).toBeVisible();
  await expect(dialog).toContainText("Aucun joueur pour le moment.");
  await office.context().close();
}

eachWay(LANGUAGES, (words, { language, javaScriptEnabled }) => {
  test.use({ viewport: PHONE });

  test("a club invites a player, who takes the licence that it pays and is released", async ({
    page: club,
    browser,
    mailing,
  }) => {
    const looksRight = async (page: Page) => {
      if (javaScriptEnabled) await fitsEverywhere(page);
    };
    const last = named("Étoile").replace(" ", "");
    const address = `${last.toLowerCase().replace("é", "e")}@example.org`;
    await recordMembers(browser, mailing, [
      {
        organisation: `Association sportive ${last} de la préfecture de Labé`,
        email: address,
        language,
        member_type: "club",
      },
    ]);

    /** Three licences in one payment, after a number that is none; the open order is found again. */
    const buys = async (page: Page) => {
      const count = page.getByLabel(words.number);
      await count.fill("101");
      await page.getByRole("button", { name: words.buy }).click();
      await expect(page.locator("#count-error")).toContainText(words.wrong);
      await expect(count).toHaveValue("101");
      await looksRight(page);
      await count.fill("3");
      await page.getByRole("button", { name: words.buy }).click();
      await expect(page.getByText(words.total).first()).toBeVisible();
      await expect(
        page.getByText(`3 licences, Association sportive ${last}`).first(),
      ).toBeVisible();
      await looksRight(page);
      const order = page.url();
      await page.goto(clubPage);
      await expect(page.getByText(words.ordered)).toBeVisible();
      await looksRight(page);
      await page.getByRole("link", { name: words.pay }).click();
      expect(page.url()).toBe(order);
      await page.getByRole("button", { name: words.byProvider }).first().click();
      await play(page, "approve");
      await page.getByRole("link", { name: words.seeClub }).click();
      await page.getByRole("link", { name: words.manage }).click();
      await expect(page.getByText(words.bought)).toBeVisible();
      await expect(page.getByText(words.more)).toBeVisible();
    };

    await club.goto(`${words.prefix}/me`);
    await enterSpace(club, { mailing, words, email: address });
    await club.getByRole("link", { name: words.manage }).click();
    await expect(club.getByText(words.nobody)).toBeVisible();
    await club.getByRole("button", { name: words.invite }).click();
    await expect(club.getByText(words.used)).toBeVisible();
    await looksRight(club);
    const link = new URL(await club.getByLabel(words.link).inputValue()).pathname;
    const clubPage = club.url();

    const context = await browser.newContext({
      baseURL: mailing.url,
      javaScriptEnabled,
      viewport: PHONE,
    });
    const player = await context.newPage();
    await player.goto(link.toLowerCase());
    await looksRight(player);
    const child = `famille-${address}`;
    await enterSpace(player, { mailing, words, email: child });
    await expect(player.getByRole("button", { name: words.accept })).toBeVisible();
    await looksRight(player);
    await player.locator("#firstName").fill("Ibrahima Sory");
    await player.locator("#lastName").fill("Bah");
    await player.locator("#phone").fill("622 12 34 56");
    await player.locator("#birthDate").fill(dayIn(-12 * 365));
    await player.locator("#city").fill("Labé");
    await player.locator("#address").fill("Quartier Daka, Labé");
    await player.locator("#experience").selectOption("beginner");
    await player.locator("#games").fill("Tekken");
    await player
      .locator("#motivation")
      .fill("Représenter la Guinée et apprendre avec les meilleurs joueurs.");
    await player.locator("#acceptTerms").check();
    await player.getByRole("button", { name: words.accept }).click();
    // A minor without a guardian: nothing that was typed is lost.
    await expect(player.locator("#guardianName-error")).toBeVisible();
    await expect(player.locator("#games")).toHaveValue("Tekken");
    await player.locator("#guardianName").fill("Mariama Bah");
    await player.locator("#guardianPhone").fill("622 00 00 01");
    await player.locator("#guardianRelation").selectOption("mother");
    await player.locator("#guardianConsent").check();
    await player.getByRole("button", { name: words.accept }).click();
    await expect(player.getByRole("heading", { level: 1 })).toHaveText(words.licence);
    await expect(player.getByText(`Club Association sportive ${last}`)).toBeVisible();
    await looksRight(player);
    await player.goto(link);
    await expect(player.getByRole("heading", { name: words.spent })).toBeVisible();
    // What belongs to another address is nothing to them.
    expect((await player.goto(clubPage))?.status()).toBe(404);
    await context.close();

    await club.goto(clubPage);
    await expect(club.getByRole("heading", { name: "Ibrahima Sory Bah" })).toBeVisible();
    expect(await club.content()).not.toMatch(/famille-|Mariama Bah|622|Daka/);
    await looksRight(club);
    if (javaScriptEnabled && language === "fr") {
      await releaseByStaff(browser, mailing, last);
      expect(await delivered(mailing, child, 3)).toContain("La fédération vous a retiré du club");
      await club.goto(clubPage);
    } else {
      await club.getByRole("link", { name: words.release }).click();
      await looksRight(club);
      await club.getByRole("button", { name: words.release }).click();
    }
    await expect(club.getByText(words.nobody)).toBeVisible();
    await expect(club.getByText(words.used)).toBeVisible();
    await buys(club);
  });
});
