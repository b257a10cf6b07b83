import { expect } from "@playwright/test";

let people = 0;

/** Somebody registers on the site for a sample event, for a place that is to be paid unless another is named; their address. */
export async function registered(
  event = "01930000-0000-7000-8000-000000002001",
  priceId = "standard",
): Promise<string> {
  const url = process.env.SITE_URL ?? "";
  const email = `desk-${process.pid}-${Date.now().toString(36)}-${++people}@example.org`;
  const answer = await fetch(`${url}/events/${event}?register=1`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, "x-forwarded-for": `10.82.${process.pid % 256}.${people}` },
    body: new URLSearchParams({
      firstName: "Bintou",
      lastName: "Sylla",
      email,
      phone: "622 12 34 56",
      birthDate: "2001-02-03",
      gamertag: "bintou224",
      platform: "mobile",
      priceId,
      acceptRules: "on",
      acceptTerms: "on",
    }),
  });
  expect(answer.status).toBe(302);
  return email;
}
