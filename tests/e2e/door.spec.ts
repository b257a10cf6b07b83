import { toDataURL } from "qrcode";
import { fitsEverywhere } from "../support/browser/look.ts";
import { expect, test } from "../support/browser/office.ts";
import { named } from "../support/browser/office-list.ts";
import { invited, mailTo } from "../support/browser/visitor-context.ts";

/** A phone whose browser reads codes, as Chrome does on Android: a ticket stays before its camera. */
const withCamera = () => {
  const stream = async () => document.createElement("canvas").captureStream();
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: stream } });
  const Reader = class {
    static getSupportedFormats = async () => ["qr_code"];
    detect = async () => [{ rawValue: "FGE-0000-01" }];
  };
  Object.assign(window, { BarcodeDetector: Reader });
};

/** The camera of an iPhone: its browser shows the picture and reads no codes. */
const withPicture = (source: string) => {
  const stream = async () => {
    const image = Object.assign(new Image(), { src: source });
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
    setInterval(() => canvas.getContext("2d")?.drawImage(image, 200, 120, 240, 240), 50);
    return canvas.captureStream(10);
  };
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: stream } });
  Object.assign(window, { BarcodeDetector: undefined });
};

test("a phone whose browser reads no codes loads what reads them, and its answer moves nothing", async ({
  page,
}) => {
  await page.addInitScript(withPicture, await toDataURL("FGE-0000-02", { margin: 4 }));
  await page.goto("/admin/registrations/door");
  const scan = page.getByRole("button", { name: "Scanner les billets" });
  await expect(scan).toBeVisible();
  const before = await scan.boundingBox();
  await page.getByLabel("Code ou référence du billet").fill("FGE-0000-01");
  await page.keyboard.press("Enter");
  const answers = page.getByRole("region", { name: "Billets" }).getByRole("listitem");
  await expect(answers.getByText("Refusé")).toBeVisible();
  expect(await scan.boundingBox()).toEqual(before);
  await scan.click();
  await expect(answers).toHaveCount(2);
  await expect(answers.first()).toContainText("Refusé");
  await expect(page.getByRole("navigation", { name: "Administration" })).toBeHidden();
  await page.getByRole("link", { name: "Quitter" }).click();
  await expect(page.getByRole("navigation", { name: "Administration" })).toBeVisible();
});

test("a volunteer is placed at an entrance, keeps it on their phone, and is sent away", async ({
  page,
  browser,
}) => {
  const title = named("Coupe du quartier");
  const { name, email, page: theirs } = await invited(browser, "Fanta Keïta", { box: "role_door" });

  await test.step("nobody waits for them yet", async () => {
    await theirs.goto("/admin");
    await expect(theirs.getByText("Vous n’êtes à l’entrée d’aucun événement")).toBeVisible();
    await fitsEverywhere(theirs);
  });

  await test.step("whoever tends the event places them", async () => {
    const form = {
      title,
      description: "Un jour de jeu.",
      location: "Kaloum",
      category: "Tournoi",
      date: new Date().toISOString().slice(0, 10),
      type: "in-person",
      status: "upcoming",
      max_participants: "16",
      price: "0",
      currency: "XOF",
    };
    const origin = process.env.SITE_URL ?? "";
    const made = await page.request.post("/admin/events/new", { form, headers: { origin } });
    expect(made.status()).toBeLessThan(400);
    await page.goto(`/admin/events?${new URLSearchParams({ q: title })}`);
    await page.getByRole("link", { name: `Modifier ${title}` }).click();
    await page.getByRole("link", { name: "Qui tient l’entrée" }).click();
    await page.getByRole("button", { name: `Placer à l’entrée : ${name}` }).click();
    await expect(page.getByRole("button", { name: `Retirer ${name} de l’entrée` })).toBeVisible();
    await fitsEverywhere(page);
    expect(await mailTo(email, 2)).toContain(title);
  });

  await test.step("they open it with one press, and look for people", async () => {
    await theirs.addInitScript(withCamera);
    await theirs.reload();
    await fitsEverywhere(theirs);
    await theirs.getByRole("link", { name: "Ouvrir l’entrée" }).click();
    await theirs
      .getByRole("searchbox", { name: "Nom, référence ou numéro de licence" })
      .fill("diallo");
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByText("Aucune personne de ce nom n’est inscrite")).toBeVisible();
    await expect(theirs.getByRole("link", { name: "Inscriptions" })).toHaveCount(0);
    await fitsEverywhere(theirs);
  });

  await test.step("they read a ticket with the camera, once while it stays before it", async () => {
    await theirs.getByRole("button", { name: "Scanner les billets" }).click();
    const answers = theirs.getByRole("region", { name: "Billets" }).getByRole("listitem");
    await expect(answers.getByText("Refusé")).toBeVisible();
    await theirs.getByRole("button", { name: "Arrêter la caméra" }).click();
    await expect(answers).toHaveCount(1);
    await fitsEverywhere(theirs);
  });

  await test.step("they are sent away, and told so at the next ticket", async () => {
    await page.getByRole("button", { name: `Retirer ${name} de l’entrée` }).click();
    await expect(page.getByRole("button", { name: `Placer à l’entrée : ${name}` })).toBeVisible();
    await theirs.getByLabel("Code ou référence du billet").fill("FGE-0000-00");
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByRole("heading", { name: "Accès refusé" })).toBeVisible();
    await theirs.getByRole("link", { name: "Tableau de bord" }).last().click();
    await expect(theirs.getByText("Vous n’êtes à l’entrée d’aucun événement")).toBeVisible();
  });
});
