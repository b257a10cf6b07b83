import type { Page } from "@playwright/test";
import { eachWay, expect, PHONE } from "../../../tests/support/browser/journey.ts";
import { fitsEverywhere } from "../../../tests/support/browser/look.ts";
import { test } from "../../../tests/support/browser/mailing-journey.ts";
import { officePage } from "../../../tests/support/browser/office.ts";
import { named } from "../../../tests/support/browser/office-list.ts";
import {
  enterSpace,
  recordMembers,
  SPACE_WORDS,
} from "../../../tests/support/browser/own-space.ts";

const LANGUAGES = {
  fr: {
    prefix: "",
    ...SPACE_WORDS.fr,
    manage: "Gérer mon club",
    invite: "Créer une invitation",
    link: "Lien de l’invitation",
    take: /^Rejoindre le club/,
    ask: /^Demander à rejoindre le club/,
    waits: /Son club actuel a jusqu’au/,
    own: /Demande à rejoindre Lions/,
    moves: "Joueurs qui demandent à partir",
    agree: "Accepter le départ",
    refuse: "Refuser le départ",
    reason: "Motif du refus",
    wrong: "Écrivez le motif, en 500 caractères au plus",
    agreed: /Départ accepté/,
    ended: "Cette invitation n’est plus valable",
  },
  en: {
    prefix: "/en",
    ...SPACE_WORDS.en,
    manage: "Manage my club",
    invite: "Create an invitation",
    link: "Invitation link",
    take: /^Join the club/,
    ask: /^Ask to join the club/,
    waits: /Their current club has until/,
    own: /Request to join Lions/,
    moves: "Players asking to leave",
    agree: "Agree to the departure",
    refuse: "Refuse the departure",
    reason: "Reason for the refusal",
    wrong: "Write the reason, in 500 characters at most",
    agreed: /Departure agreed to/,
    ended: "This invitation is no longer valid",
  },
} as const;

eachWay(LANGUAGES, (words, { language, javaScriptEnabled }) => {
  test.use({ viewport: PHONE });

  test("a player asks to move, their club refuses once and agrees, or staff do for it", async ({
    browser,
    mailing,
  }) => {
    const looksRight = async (page: Page) => {
      if (javaScriptEnabled) await fitsEverywhere(page);
    };
    const name = named("Labé").replace(" ", "");
    const address = (who: string) =>
      `${who}-${name
        .toLowerCase()
        .normalize("NFD")
        .replaceAll(/[^a-z0-9-]/g, "")}@example.org`;
    const office = await officePage(browser, {
      baseURL: mailing.url,
      state: mailing.state,
    });
    const [from, to, player] = [address("etoile"), address("lions"), address("joueur")];
    const organisation = `Étoile sportive de la préfecture de ${name}`;
    await recordMembers(browser, mailing, [
      { email: from, language, member_type: "club", organisation },
      { email: to, language, member_type: "club", organisation: `Lions ${name}` },
      {
        email: player,
        language,
        member_type: "player",
        first_name: "Ibrahima Sory",
        birth_date: "2001-02-03",
      },
    ]);

    const open = async () => {
      const context = await browser.newContext({
        baseURL: mailing.url,
        javaScriptEnabled,
        viewport: PHONE,
      });
      return context.newPage();
    };
    const openClub = async (email: string) => {
      const page = await open();
      await page.goto(`${words.prefix}/me`);
      await enterSpace(page, { mailing, words, email });
      await page.getByRole("link", { name: words.manage }).click();
      return page;
    };
    const invite = async (page: Page) => {
      await page.getByRole("button", { name: words.invite }).click();
      return new URL(await page.getByLabel(words.link).inputValue()).pathname;
    };

    const club = await openClub(from);
    const other = await openClub(to);
    const mine = await open();
    await mine.goto(await invite(club));
    await enterSpace(mine, { mailing, words, email: player });
    await mine.getByRole("button", { name: words.take }).click();
    await expect(mine.getByText(`Club Étoile sportive`)).toBeVisible();

    const ask = async () => {
      const link = await invite(other);
      await mine.goto(link);
      await looksRight(mine);
      await mine.getByRole("button", { name: words.ask }).click();
      await expect(mine.getByText(words.own)).toBeVisible();
      await looksRight(mine);
      await club.reload();
      await expect(club.getByRole("heading", { name: words.moves })).toBeVisible();
      return link;
    };
    const link = await ask();
    await looksRight(club);
    await club.getByRole("button", { name: words.refuse }).click();
    await expect(club.locator(".field-error").filter({ hasText: words.wrong })).toBeVisible();
    await club.getByLabel(words.reason).fill("La finale est samedi.");
    await club.getByRole("button", { name: words.refuse }).click();
    await expect(club.getByRole("heading", { name: words.moves })).toHaveCount(0);
    await mine.goto(link);
    await expect(mine.getByRole("heading", { name: words.ended })).toBeVisible();
    await looksRight(mine);

    await other.reload();
    await ask();
    await other.reload();
    await expect(other.getByText(words.waits)).toBeVisible();
    expect(await other.content()).not.toMatch(/Ibrahima|toile sportive/);
    await looksRight(other);
    if (javaScriptEnabled && language === "fr") {
      await office.goto("/admin/members?pending=club");
      await office.getByRole("link", { name: "Ibrahima Sory Kaba" }).first().click();
      const dialog = office.getByRole("dialog");
      await dialog.getByRole("link", { name: "Demande de changement de club" }).click();
      await expect(dialog).toContainText("Demandes de départ (1)");
      await fitsEverywhere(office);
      await dialog.getByRole("button", { name: "Refuser le départ" }).click();
      await expect(dialog.getByText("Le motif est requis", { exact: true })).toBeVisible();
      await dialog.getByRole("button", { name: "Accepter le départ" }).click();
      const question = office.getByRole("alertdialog");
      await question.getByRole("button", { name: "Accepter le départ" }).click();
      await expect(office.getByText("Le joueur a changé de club.")).toBeVisible();
      await expect(dialog).toContainText("Joueurs (0)");
    } else {
      await club.getByRole("button", { name: words.agree }).click();
      await expect(club.getByText(words.agreed)).toBeVisible();
    }
    await other.reload();
    await expect(other.getByRole("heading", { name: "Ibrahima Sory Kaba" })).toBeVisible();
    for (const page of [office, club, other, mine]) await page.context().close();
  });
});
