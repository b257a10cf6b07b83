import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { eachWay, expect, PHONE } from "../../tests/support/browser/journey.ts";
import { fitsEverywhere } from "../../tests/support/browser/look.ts";
import { delivered, type Mailing, test } from "../../tests/support/browser/mailing-journey.ts";
import { officePage } from "../../tests/support/browser/office.ts";
import { named } from "../../tests/support/browser/office-list.ts";
import { enterSpace, recordMembers, SPACE_WORDS } from "../../tests/support/browser/own-space.ts";
import { readCodesOf } from "../../tests/support/read-pdf.ts";

const LANGUAGES = {
  fr: {
    prefix: "",
    ...SPACE_WORDS.fr,
    photo: "Ma photo",
    none: "Il n’y a pas de photo sur la carte",
    submit: "Envoyer la photo",
    again: "Envoyer une autre photo",
    missing: "Choisissez une photo",
    wrong: "Ce fichier n’est pas une photo JPEG, PNG ou WebP.",
    pending: "La fédération vérifie cette photo.",
    accepted: "Cette photo est sur la carte.",
    alt: "Photo du titulaire",
    refused: "La photo est floue ou trop sombre.",
    card: "Voir la carte",
    remove: "Retirer la photo",
  },
  en: {
    prefix: "/en",
    ...SPACE_WORDS.en,
    photo: "My photograph",
    none: "There is no photograph on the card",
    submit: "Send the photograph",
    again: "Send another photograph",
    missing: "Choose a photograph",
    wrong: "This file is not a JPEG, PNG or WebP photograph.",
    pending: "The federation is checking this photograph.",
    accepted: "This photograph is on the card.",
    alt: "Photograph of the holder",
    refused: "The photograph is blurred or too dark.",
    card: "See the card",
    remove: "Remove the photograph",
  },
} as const;

const PORTRAIT = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1600"><rect width="1200" height="1600" fill="#cfe3d8"/>
  <circle cx="600" cy="620" r="300" fill="#8d5a3b"/><path d="M200 1600q0-600 400-600t400 600z" fill="#009460"/></svg>`;

const fileOf = async () => ({
  name: "IMG_0001.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp(Buffer.from(PORTRAIT)).jpeg().toBuffer(),
});

const isShown = (page: Page, alt: string) =>
  page
    .getByRole("img", { name: alt })
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));

/** Staff refuse the first photograph, after they forgot to say why. */
async function refuse(browser: Browser, { url, state }: Mailing, name: string): Promise<void> {
  const office = await officePage(browser, { baseURL: url, state });
  await office.goto("/admin/members/photos");
  await expect(office.getByRole("heading", { name })).toBeVisible();
  await expect(office.getByText("La personne est prévenue par e-mail de votre")).toBeVisible();
  await fitsEverywhere(office);
  await office.getByRole("button", { name: "Refuser et effacer" }).click();
  await expect(office.locator("#reason-error")).toHaveText("Choisissez un motif");
  await office.getByLabel("Motif du refus").selectOption("blurred");
  await office.getByRole("button", { name: "Refuser et effacer" }).click();
  await expect(office.getByText("Aucune photo à vérifier.")).toBeVisible();
  await office.context().close();
}

/** Two windows show one photograph: the second one that decides reads that it was decided. */
async function accept(browser: Browser, { url, state }: Mailing, name: string): Promise<void> {
  const office = await officePage(browser, { baseURL: url, state });
  await office.goto("/admin");
  await expect(office.getByText("photo de licence à vérifier").first()).toBeVisible();
  await office.goto("/admin/members/photos");
  const late = await office.context().newPage();
  await late.goto("/admin/members/photos");
  await expect(late.getByRole("heading", { name })).toBeVisible();
  await office.getByRole("button", { name: "Accepter" }).click();
  await expect(office.getByText("Photo acceptée.")).toBeVisible();
  await late.getByRole("button", { name: "Accepter" }).click();
  await expect(late.getByText(/déjà été traitée, retirée, ou remplacée/)).toBeVisible();
  await office.context().close();
}

eachWay(LANGUAGES, (words, { language, javaScriptEnabled }) => {
  test.use({ viewport: PHONE });

  test("a photograph is sent, refused, sent again, accepted, seen by a check and removed", async ({
    page,
    browser,
    mailing,
  }) => {
    const looksRight = async () => {
      if (javaScriptEnabled) await fitsEverywhere(page);
    };
    const last = named("Bah").replace(" ", "");
    const email = `${last.toLowerCase()}@example.org`;
    await recordMembers(browser, mailing, [
      {
        first_name: "Aïssatou",
        last_name: last,
        email,
        language,
        member_type: "player",
        birth_date: "2001-02-03",
      },
    ]);

    await page.goto(`${words.prefix}/me`);
    await enterSpace(page, { mailing, words, email });
    await page.getByRole("link", { name: words.photo }).click();
    await expect(page.getByText(words.none)).toBeVisible();
    await looksRight();
    const own = page.url();
    await page.getByRole("button", { name: words.submit }).click();
    await expect(page.locator("#photo-error")).toContainText(words.missing);
    const text = { name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") };
    await page.locator("#photo").setInputFiles(text);
    await page.getByRole("button", { name: words.submit }).click();
    await expect(page.locator("#photo-error")).toContainText(words.wrong);
    await looksRight();

    await page.locator("#photo").setInputFiles(await fileOf());
    await page.getByRole("button", { name: words.submit }).click();
    await expect(page.getByText(words.pending)).toBeVisible();
    await refuse(browser, mailing, last);
    expect(await delivered(mailing, email, 2)).toContain(words.refused);
    await page.goto(own);
    await expect(page.getByText(words.none)).toBeVisible();
    await page.locator("#photo").setInputFiles(await fileOf());
    await page.getByRole("button", { name: words.submit }).click();
    await looksRight();
    await accept(browser, mailing, last);
    await page.goto(own);
    await expect(page.getByText(words.accepted)).toBeVisible();
    expect(await isShown(page, words.alt)).toBe(300);
    await expect(page.getByRole("button", { name: words.again })).toBeVisible();
    await looksRight();

    await page.goto(`${words.prefix}/me`);
    await page.getByRole("link", { name: words.card }).click();
    expect(await isShown(page, words.alt)).toBe(300);
    await looksRight();
    const paper = await page.request.get(`${page.url().replace("/en/", "/")}/card.pdf`);
    const [address = ""] = await readCodesOf(await paper.body());
    const code = new URL(address).pathname;
    await page.goto(words.prefix + code);
    expect(await isShown(page, words.alt)).toBe(300);
    await looksRight();
    const picture = await page.request.get(`${code}/photo.jpg`);
    expect(picture.headers()).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    });

    await page.goto(own);
    await page.getByRole("button", { name: words.remove }).click();
    await expect(page.getByText(words.none)).toBeVisible();
    expect((await page.request.get(`${code}/photo.jpg`)).status()).toBe(404);
    await page.goto(words.prefix + code);
    await expect(page.getByRole("img", { name: words.alt })).toHaveCount(0);
  });
});
