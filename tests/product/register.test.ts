import { afterAll, beforeAll, expect, test } from "vitest";
import { newNetwork, type OpenSite, openSharedSite } from "../support/product/shared-site.ts";

let site: OpenSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site?.close());

test("a number of nobody is not in the register, and one network does not try them all", async () => {
  const network = newNetwork();
  const look = (path: string) =>
    fetch(site.url + path, {
      method: "POST",
      headers: { origin: site.url, ...network },
      body: new URLSearchParams({ number: " fge 4217 k" }),
    });
  const first = await look("/licences");
  expect(first.status).toBe(200);
  expect(first.headers.get("cache-control")).toContain("no-store");
  const html = await first.text();
  expect(html).toContain("Ce numéro n’est pas dans le registre public");
  expect(html).toContain('value=" fge 4217 k"');
  expect(await (await look("/en/licences")).text()).toContain("not in the public register");
  const answers = [];
  for (let tried = 0; tried < 60; tried++) answers.push((await look("/licences")).status);
  expect(answers.at(-1)).toBe(429);
});
