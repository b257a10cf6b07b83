import { chromium } from "@playwright/test";
const base = "http://localhost:4101";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const paths = process.argv.slice(2);
for (const [w, h] of [[360, 780], [1280, 900]]) {
  const c = await b.newContext({ viewport: { width: w, height: h } });
  const p = await c.newPage();
  await p.goto(base + "/admin/login");
  await p.fill('[name=email]', 'admin@example.org');
  await p.fill('[name=password]', 'la phrase des essais du site');
  await p.click('button[type=submit]');
  await p.waitForTimeout(1500);
  for (const path of paths) {
    await p.goto(base + path, { waitUntil: "load" });
    await p.waitForTimeout(800);
    const over = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await p.screenshot({ path: `/tmp/look/${w}${path.replaceAll("/", "_").replaceAll("?","_")}.png`, fullPage: true });
    console.log(w, path, "over", over, await p.title());
  }
  await c.close();
}
await b.close();
