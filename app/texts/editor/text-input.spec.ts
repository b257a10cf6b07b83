import type { Locator } from "@playwright/test";
import { expect, test } from "../../../tests/support/browser/office.ts";
import { openEditor, tool } from "../../../tests/support/browser/text-editor.ts";

test("words that a telephone composes are there once, and can be taken back", async ({ page }) => {
  const { form, text } = await openEditor(page);
  await text.click();
  const keyboard = await page.context().newCDPSession(page);
  for (const part of ["é", "éq", "équ", "équi", "équip", "équipe"]) {
    await keyboard.send("Input.imeSetComposition", {
      text: part,
      selectionStart: part.length,
      selectionEnd: part.length,
    });
  }
  await keyboard.send("Input.insertText", { text: "équipe" });
  await page.keyboard.insertText(" nationale");
  await expect(text).toHaveText("équipe nationale");
  await page.keyboard.press("Enter");
  // A suggestion of the keyboard takes the place of what was being written.
  await keyboard.send("Input.imeSetComposition", {
    text: "Conakri",
    selectionStart: 7,
    selectionEnd: 7,
  });
  await keyboard.send("Input.imeSetComposition", {
    text: "Conakry",
    selectionStart: 7,
    selectionEnd: 7,
  });
  await keyboard.send("Input.insertText", { text: "Conakry" });
  await expect(text.locator("p")).toHaveText(["équipe nationale", "Conakry"]);
  const sent = form.locator('input[name="content"]');
  await expect(sent).toHaveValue(/équipe nationale.*Conakry/);
  for (let n = 0; n < 6; n++) await tool(form, "Annuler").click();
  await expect(text).toHaveText("");
});

const HOSTILE = [
  `<img src=x onerror="window.struck=1">Un`,
  `<svg onload="window.struck=1"><script>window.struck=1</script></svg>Deux`,
  `<a href="javascript:window.struck=1">Trois</a>`,
  `<a href="jav&#x09;ascript:window.struck=1">Quatre</a>`,
  `<iframe srcdoc="<script>parent.struck=1</script>"></iframe>Cinq`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.struck=1&gt;">Six`,
  `<form><button formaction="javascript:window.struck=1">Sept</button></form>Huit`,
  `<details open ontoggle="window.struck=1">Neuf</details>`,
  `<div style="background:url(javascript:window.struck=1)">Dix</div>`,
  `<base href="javascript:/a/+window.struck=1//"><object data="javascript:window.struck=1"></object>Onze`,
];

async function paste(text: Locator, html: string, plain = ""): Promise<void> {
  await text.evaluate(
    (element, { html, plain }) => {
      const data = new DataTransfer();
      if (html) data.setData("text/html", html);
      data.setData("text/plain", plain);
      const options = { clipboardData: data, bubbles: true, cancelable: true };
      element.dispatchEvent(new ClipboardEvent("paste", options));
    },
    { html, plain },
  );
}

test("what is pasted is cleaned, never runs, and loses no words", async ({ page }) => {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  const { form, text } = await openEditor(page);
  await text.click();
  for (const html of HOSTILE) {
    await paste(text, html);
    await page.keyboard.press("Enter");
  }
  for (const words of ["Un", "Deux", "Trois", "Quatre", "Cinq", "Huit", "Neuf", "Dix", "Onze"]) {
    await expect(text).toContainText(words);
  }
  await expect(text.locator("script, iframe, svg, object, form, [onerror], [style]")).toHaveCount(
    0,
  );
  await expect(text.locator("a")).toHaveCount(0);
  // Boxes within boxes, as many as a page can hold, are the words in them.
  await paste(
    text,
    `${"<div><blockquote>".repeat(400)}Au fond${"</blockquote></div>".repeat(400)}`,
  );
  await expect(text).toContainText("Au fond");
  await paste(text, "", "*Finale* demain\nÀ bientôt");
  await expect(text.locator("strong")).toHaveText("Finale");
  expect(await page.evaluate(() => (window as { struck?: number }).struck)).toBeUndefined();
  expect(problems).toEqual([]);
  await expect(form.locator('input[name="content"]')).not.toHaveValue(/javascript|onerror|<script/);
});
