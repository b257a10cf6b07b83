import { expect, inject, test } from "vitest";

// In production nobody is told that they have paid when no money moved, unless the site asks for it.

const product = inject("plainSite");

async function orderPage(): Promise<string> {
  const page = await (await fetch(`${product.url}/membership`)).text();
  const paid = /15[\s\u202f\u00a0]000[\s\S]*?type=([0-9a-f-]{36})/.exec(page)?.[1] ?? "";
  const answer = await fetch(`${product.url}/membership?type=${paid}`, {
    method: "POST",
    headers: { origin: product.url },
    body: new URLSearchParams({
      type: paid,
      firstName: "Aïssatou",
      lastName: "Bah",
      email: "aissatou@example.org",
      phone: "622 12 34 56",
      birthDate: "2000-01-01",
      address: "Quartier Dixinn, Conakry",
      city: "Conakry",
      experience: "beginner",
      games: "Football",
      motivation: "Je veux jouer avec les meilleurs du pays et progresser chaque semaine.",
      acceptTerms: "on",
    }),
  });
  const address = /\/payments\/[\w-]{30,}/.exec(await answer.text())?.[0];
  if (!address) throw new Error(`no order: ${answer.status}`);
  return product.url + address;
}

test("without a provider the payment page says so, and nothing can be paid", async () => {
  const address = await orderPage();
  const page = await (await fetch(address)).text();
  expect(page).toContain("À payer à la fédération");
  expect(page).not.toContain('name="key"');
  const answer = await fetch(address, {
    method: "POST",
    headers: { origin: product.url },
    body: new URLSearchParams({
      intent: "pay",
      key: "01930000-0000-7000-8000-000000000001",
      charge: "15000 GNF",
    }),
  });
  expect(answer.url).toBe(address);
  expect(await answer.text()).toContain("À payer à la fédération");
});

async function ticketPage(): Promise<string> {
  const event = `${product.url}/events/01930000-0000-7000-8000-000000002005?register=1`;
  const priceId = /name="priceId"[^>]*value="([^"]+)"/.exec(await (await fetch(event)).text())?.[1];
  const answer = await fetch(event, {
    method: "POST",
    headers: { origin: product.url },
    body: new URLSearchParams({
      priceId: priceId ?? "",
      firstName: "Aïssatou",
      lastName: "Bah",
      email: "aissatou@example.org",
      phone: "622 12 34 56",
      birthDate: "2000-01-01",
      gamertag: "aissa224",
      platform: "mobile",
      acceptRules: "on",
      acceptTerms: "on",
    }),
  });
  if (!answer.url.includes("/tickets/")) throw new Error(`no ticket: ${answer.status}`);
  return answer.url;
}

test("a button pressed too often is told so, on a page that has no form for it", async () => {
  const pages = { [await orderPage()]: "stop", [await ticketPage()]: "accept" };
  for (const [address, intent] of Object.entries(pages)) {
    const press = () =>
      fetch(address, {
        method: "POST",
        headers: { origin: product.url },
        body: new URLSearchParams({ intent }),
      });
    for (let times = 0; times < 8; times++) await press();
    const answer = await press();
    expect(answer.status, address).toBe(429);
    expect(await answer.text()).toContain("Trop de tentatives");
  }
});
