import { DESKTOP, eachLanguage, expect, PHONE, test } from "../support/browser/journey.ts";
import { fitsEverywhere, watch } from "../support/browser/look.ts";
import {
  forgetNewBuiltIns,
  longDocument,
  opened,
  PASSWORD,
  PROTECTED,
  publish,
  STATUTES,
  viewerOf,
} from "../support/browser/viewer.ts";

const LANGUAGES = {
  fr: {
    prefix: "",
    title: "Statuts de la Fédération",
    view: "Consulter",
    page: (page: number) => `Page ${page} sur 8`,
    previous: "Page précédente",
    next: "Page suivante",
    zoomIn: "Agrandir",
    zoomOut: "Réduire",
    fit: "Ajuster",
    annotate: "Annoter",
    close: "Fermer le document",
    open: "Ouvrir le document",
    download: "Télécharger",
    password: "Mot de passe",
    submit: "Lire le document",
    ask: "Ce document est protégé. Saisissez son mot de passe pour le lire.",
    invalid: "Mot de passe incorrect. Saisissez-le à nouveau.",
    failed: "Le document n’a pas pu être chargé.",
    error: "Une erreur est survenue. Veuillez réessayer.",
  },
  en: {
    prefix: "/en",
    title: "Federation statutes",
    view: "View",
    page: (page: number) => `Page ${page} of 8`,
    previous: "Previous page",
    next: "Next page",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    fit: "Fit",
    annotate: "Annotate",
    close: "Close the document",
    open: "Open the document",
    download: "Download",
    password: "Password",
    submit: "Read the document",
    ask: "This document is protected. Enter its password to read it.",
    invalid: "Wrong password. Enter it again.",
    failed: "The document could not be loaded.",
    error: "Something went wrong. Please try again.",
  },
} as const;

eachLanguage(LANGUAGES, (words) => {
  test("a document is read over the list, by button and by key", async ({ page }) => {
    const wrong = watch(page, () => false);
    const list = `${words.prefix}/resources?category=official`;
    await page.setViewportSize(DESKTOP);
    await page.goto(list);
    await page.getByRole("link", { name: `${words.view} : ${words.title}` }).click();
    const viewer = await opened(page);
    const button = (name: string) => viewer.getByRole("button", { name, exact: true });
    const says = (number: number) => expect(viewer).toContainText(words.page(number));

    await expect(page.getByRole("dialog", { name: words.title })).toBeVisible();
    const frame = await viewer.boundingBox();
    expect(frame?.width).toBe(896);
    expect(frame?.height).toBeCloseTo(DESKTOP.height * 0.9, 0);
    await says(1);
    await expect(button(words.previous)).toBeDisabled();
    await button(words.next).click();
    await says(2);
    await expect(button(words.previous)).toBeEnabled();
    for (const [key, number] of [
      ["PageDown", 3],
      ["ArrowRight", 4],
      ["ArrowLeft", 3],
      ["PageUp", 2],
      ["End", 8],
    ] as const) {
      await page.keyboard.press(key);
      await says(number);
    }
    await expect(button(words.next)).toBeDisabled();

    const width = async () =>
      (await viewer.locator(".page").nth(7).boundingBox())?.width ?? Number.NaN;
    const fitted = await width();
    await button(words.zoomOut).click();
    await expect.poll(width).toBeLessThan(fitted * 0.9);
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await expect.poll(width).toBeGreaterThan(fitted * 1.1);
    await says(8);
    await button(words.fit).click();
    await expect.poll(width).toBeCloseTo(fitted, 0);
    await page.keyboard.press("-");
    await expect.poll(width).toBeLessThan(fitted * 0.9);

    // The list as it was left, with its filter.
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(new RegExp(`${list.replace("?", "\\?")}$`));
    // Opened by its address there is no list to go back to: the whole list is.
    await page.goto(words.prefix + STATUTES);
    await opened(page);
    await button(words.annotate).click();
    await fitsEverywhere(page);
    await viewer.getByRole("link", { name: words.close }).first().click();
    await expect(page).toHaveURL(new RegExp(`${words.prefix}/resources$`));
    expect(wrong).toEqual([]);
  });

  test("a protected document asks until the password is right", async ({ page }) => {
    await page.goto(words.prefix + PROTECTED);
    const viewer = viewerOf(page);
    const password = viewer.getByLabel(words.password);
    await expect(viewer.getByText(words.ask)).toBeVisible();
    await expect(password).toBeFocused();
    await fitsEverywhere(page);
    await password.fill("pas-celui-ci");
    await page.keyboard.press("Enter");
    await expect(viewer.getByText(words.invalid)).toBeVisible();
    await expect(password).toHaveValue("");
    await password.fill(PASSWORD);
    await viewer.getByRole("button", { name: words.submit }).click();
    await opened(page);
  });

  test("a document that does not come says so", async ({ page }) => {
    const answers = [
      { status: 404, body: "" },
      { status: 200, contentType: "application/pdf", body: "no document at all" },
    ];
    for (const answer of answers) {
      await page.route("**/files/samples/*.pdf", (route) => route.fulfill(answer));
      await page.goto(words.prefix + STATUTES);
      const viewer = viewerOf(page);
      await expect(viewer).toHaveAttribute("data-state", "error");
      await expect(viewer.getByText(words.failed)).toBeVisible();
      await expect(viewer.locator("[data-part=notice]")).toHaveText(words.error);
      await page.unroute("**/files/samples/*.pdf");
    }
    await fitsEverywhere(page);
    await viewerOf(page).getByRole("link", { name: words.close }).last().click();
    await expect(page).toHaveURL(new RegExp(`${words.prefix}/resources$`));
  });
});

test.describe("en, without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the same address offers the document itself", async ({ page }) => {
    const words = LANGUAGES.en;
    await page.goto(words.prefix + STATUTES);
    await expect(page.getByRole("heading", { level: 1, name: words.title })).toBeVisible();
    await expect(viewerOf(page)).toBeHidden();
    const open = page.getByRole("link", { name: words.open });
    const answer = await page.request.get((await open.getAttribute("href")) ?? "");
    expect(answer.headers()["content-type"]).toBe("application/pdf");
    expect((await answer.body()).subarray(0, 5).toString()).toBe("%PDF-");
    const coming = page.waitForEvent("download");
    await page.getByRole("link", { name: words.download, exact: true }).click();
    expect((await coming).suggestedFilename()).toMatch(/^federation-stat/);
  });
});

test("who saves data gets the page, and nothing more is fetched", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(STATUTES);
  await expect(page.getByRole("link", { name: "Ouvrir le document" })).toBeVisible();
  await expect(viewerOf(page)).toBeHidden();
  expect(fetched.filter((address) => /\.(?:mjs|pdf)$/.test(address))).toEqual([]);
});

test("a browser three years old reads it too", async ({ page }) => {
  const wrong = watch(page, () => false);
  await page.addInitScript(forgetNewBuiltIns);
  // Its worker begins with nothing of the page's.
  let workers = 0;
  await page.route("**/assets/worker-*", async (route) => {
    workers++;
    const answer = await route.fetch();
    const body = `(${forgetNewBuiltIns})();\n${await answer.text()}`;
    await route.fulfill({ response: answer, body });
  });
  await page.goto(STATUTES);
  const viewer = await opened(page);
  await viewer.getByRole("button", { name: "Page suivante" }).click();
  await expect(viewer.locator(".page").nth(1).locator(".textLayer")).toContainText("Sommaire");
  expect(workers).toBe(1);
  expect(wrong).toEqual([]);
});

test("a long document: read by parts, few canvases, and its page kept when the phone turns", async ({
  page,
}) => {
  const bytes = await longDocument(40);
  const address = await publish(bytes, "Essai d’un long document");
  const parts: { status: number; size: number }[] = [];
  const extras: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    const size = Number(response.headers()["content-length"]);
    if (pathname.startsWith("/pdfjs/")) extras.push(`${response.status()} ${pathname}`);
    if (pathname.endsWith(".pdf")) parts.push({ status: response.status(), size });
  });
  await page.setViewportSize(PHONE);
  await page.goto(address);
  const viewer = await opened(page);
  await expect(viewer).toContainText("Page 1 sur 40");

  let most = 0;
  for (let number = 2; number <= 20; number++) {
    await viewer.getByRole("button", { name: "Page suivante" }).click();
    const visible = viewer.locator(".page").nth(number - 1);
    await expect(visible.locator(".textLayer")).toContainText(`Page ${number}`);
    most = Math.max(most, await viewer.locator("canvas").count());
  }
  expect(most).toBeLessThanOrEqual(5);

  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  await expect
    .poll(async () => (await viewer.locator(".page").nth(19).boundingBox())?.width)
    .toBeGreaterThan(700);
  await expect(viewer).toContainText("Page 20 sur 40");
  await page.setViewportSize(PHONE);
  await expect(viewer).toContainText("Page 20 sur 40");

  // The first answer tells the size and that parts may be had; it is not read to its end.
  const ranges = parts.filter(({ status }) => status === 206);
  expect(ranges.length).toBeGreaterThan(0);
  expect(ranges.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(bytes.length / 2);
  // Colours for print are converted by a decoder of pdf.js, which its worker fetched from us.
  expect(extras.filter((extra) => !extra.startsWith("200 "))).toEqual([]);
  expect(extras.join()).toMatch(/qcms_bg\.wasm/);
});
