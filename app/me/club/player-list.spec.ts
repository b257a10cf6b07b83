import { eachWay, expect, PHONE } from "../../../tests/support/browser/journey.ts";
import { fitsEverywhere } from "../../../tests/support/browser/look.ts";
import { delivered, test } from "../../../tests/support/browser/mailing-journey.ts";
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
    title: "Inviter une liste",
    list: "Vos joueurs",
    file: "Ou un fichier CSV",
    check: "Vérifier la liste",
    missing: "Collez au moins une ligne",
    noText: "Ce fichier n’est pas du texte",
    tenMails: "Envoyer 10 invitations",
    lacking: "Il manque 1 licence.",
    twice: "Déjà dans la liste, à la ligne 1",
    wrong: "Ce n’est pas une adresse e-mail",
    full: "Il n’y a plus de licence pour cette ligne",
    edit: "Corriger la liste",
    twoMails: "Envoyer 2 invitations",
    done: "2 invitations créées",
    mail: "Bonjour Aïcha,",
    open: "A déjà une invitation ouverte de votre club",
    clubPage: "Mon club",
  },
  en: {
    prefix: "/en",
    ...SPACE_WORDS.en,
    manage: "Manage my club",
    title: "Invite a list",
    list: "Your players",
    file: "Or a CSV file",
    check: "Check the list",
    missing: "Paste at least one line",
    noText: "This file is not text",
    tenMails: "Send 10 invitations",
    lacking: "1 licence is missing.",
    twice: "Already in the list, on line 1",
    wrong: "This is not an e-mail address",
    full: "There is no licence left for this line",
    edit: "Correct the list",
    twoMails: "Send 2 invitations",
    done: "2 invitations created",
    mail: "Hello Aïcha,",
    open: "Already has an open invitation from your club",
    clubPage: "My club",
  },
} as const;

eachWay(LANGUAGES, (words, { language, javaScriptEnabled }) => {
  test.use({ viewport: PHONE });

  test("a club checks a list of players, corrects it and invites them once", async ({
    page,
    browser,
    mailing,
  }) => {
    const looksRight = async () => {
      if (javaScriptEnabled) await fitsEverywhere(page);
    };
    const name = named("Liste").replace(" ", "").toLowerCase();
    const address = `${name}@example.org`;
    await recordMembers(browser, mailing, [
      { organisation: `Club ${name}`, email: address, language, member_type: "club" },
    ]);

    await page.goto(`${words.prefix}/me`);
    await enterSpace(page, { mailing, words, email: address });
    await page.getByRole("link", { name: words.manage }).click();
    await page.getByRole("link", { name: words.title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.title);
    await looksRight();
    const check = page.getByRole("button", { name: words.check });
    const list = page.getByLabel(words.list);
    await check.click();
    await expect(page.locator("#list-error")).toContainText(words.missing);

    // What is no text is refused beside its field, and what was pasted stays.
    const players = Array.from({ length: 11 }, (_, n) => `joueur-${n}-${address};Joueur;${n}`);
    const pasted = [...players, "mory@example;Mory;Kaba", players[0] ?? ""].join("\n");
    await list.fill(pasted);
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]);
    await page
      .getByLabel(words.file)
      .setInputFiles({ name: "photo.csv", mimeType: "text/csv", buffer: png });
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await check.click();
    expect((await answer).status()).toBe(400);
    await expect(page.locator("#file-error")).toContainText(words.noText);
    await expect(list).toHaveValue(pasted);
    await looksRight();

    await check.click();
    await expect(page.getByRole("button", { name: words.tenMails })).toBeVisible();
    for (const text of [words.lacking, words.twice, words.wrong, words.full]) {
      await expect(page.getByText(text)).toBeVisible();
    }
    await looksRight();
    await page.getByRole("button", { name: words.edit }).click();
    await expect(list).toHaveValue(pasted);

    // As a spreadsheet program of French Windows saves it.
    const [aicha, fanta] = [`aicha-${address}`, `fanta-${address}`];
    const csv = `Nom;Prénom;E-mail\r\nBah;Aïcha;${aicha}\r\nSow;Fanta;${fanta}\r\n`;
    await page.getByLabel(words.file).setInputFiles({
      name: "joueurs.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(csv, "latin1"),
    });
    await check.click();
    await expect(page.getByText("Aïcha Bah")).toBeVisible();
    await page.getByRole("button", { name: words.twoMails }).click();
    await expect(page.getByRole("heading", { name: words.done })).toBeVisible();
    await looksRight();
    const mail = await delivered(mailing, aicha);
    expect(mail).toContain(words.mail);
    expect(mail).toContain(`Club ${name}`);

    // Loaded again, which sends the form again: the same list makes nothing new.
    await page.reload();
    await expect(page.getByRole("heading", { name: words.done })).toBeVisible();
    const listPage = page.url();

    await page.getByRole("link", { name: words.clubPage }).click();
    await expect(page.getByText(fanta)).toBeVisible();
    await expect(page.getByText("Fanta Sow")).toBeVisible();
    await looksRight();
    await page.goto(listPage);
    await list.fill(fanta);
    await check.click();
    await expect(page.getByText(words.open)).toBeVisible();
    await delivered(mailing, aicha);

    const stranger = await browser.newContext({ baseURL: mailing.url, javaScriptEnabled });
    const other = await stranger.newPage();
    expect((await other.goto(listPage))?.status()).toBe(404);
    // The link of the mail leads to the invitation.
    await other.goto(/\/join\/\w+/.exec(mail)?.[0] ?? "");
    await expect(other.getByText(`Club ${name}`).first()).toBeVisible();
    await stranger.close();
  });
});
