import { afterAll, beforeAll, expect, test } from "vitest";
import { newNetwork, type OpenSite, openSharedSite } from "../support/product/shared-site.ts";

// What is wrong is listed in the order of the form, so that whoever goes down the list goes down the page.

let site: OpenSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site?.close());

const PLAYER = "01930000-0000-7000-8000-000000005001";
const CLUB = "01930000-0000-7000-8000-000000005002";
const CUP = "01930000-0000-7000-8000-000000002001";
/** Of whoever needs a guardian everywhere. */
const CHILD = { birthDate: `${new Date().getUTCFullYear() - 16}-01-01` };

test.each([
  ["/contact", {}, 4],
  ["/", {}, 3],
  ["/newsletter", {}, 3],
  ["/licences", { number: "FGE-004217-L" }, 1],
  [`/membership?type=${PLAYER}`, { type: PLAYER, ...CHILD }, 14],
  [`/membership?type=${CLUB}`, { type: CLUB }, 9],
  [`/events/${CUP}?register=1`, CHILD, 13],
])("%s", async (address, fields: Record<string, string>, wrong) => {
  const answer = await fetch(site.url + address, {
    method: "POST",
    headers: { origin: site.url, ...newNetwork() },
    body: new URLSearchParams({ ...fields, empty: "" }),
  });
  expect(answer.status).toBe(400);
  const html = await answer.text();
  const summary = /<div role="alert".*?<\/ul>/s.exec(html)?.[0] ?? "";
  const listed = [...summary.matchAll(/href="#([^"]+)"/g)].map(([, field]) => String(field));
  const inForm = [...html.matchAll(/<(?:input|select|textarea) id="([^"]+)"/g)]
    .map(([, field]) => String(field))
    .filter((field) => listed.includes(field));
  expect(listed).toHaveLength(wrong);
  expect(listed).toEqual(inForm);
});
