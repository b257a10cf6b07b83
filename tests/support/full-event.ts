import { newRecord } from "./browser/office.ts";
import { named } from "./browser/office-list.ts";
import { registered } from "./registrant.ts";

/** Makes an event as its form does; gives the address of its page. */
export async function newEvent(fields: Record<string, string>): Promise<string> {
  const title = named(fields.title ?? "Essai");
  const id = await newRecord("/admin/events", title, {
    category: "Tournoi",
    description: "Une journée.",
    date: "2040-06-02",
    location: "Conakry",
    type: "in-person",
    status: "upcoming",
    price: "0",
    currency: "XOF",
    max_participants: "10",
    ...fields,
    title,
  });
  return `/events/${id}`;
}

/** Makes an event with a single free place, and somebody who has it; gives the address of its page. */
export async function fullEvent(category = "Tournoi"): Promise<string> {
  const address = await newEvent({ title: "Complet", category, max_participants: "1" });
  await registered(address.split("/").at(-1), await onlyPackage(address));
  return address;
}

/** The package that the form of an event offers first. */
export async function onlyPackage(event: string): Promise<string> {
  const form = await (await fetch(`${process.env.SITE_URL}${event}?register=1`)).text();
  const only = /name="priceId"[^>]*value="([^"]+)"/.exec(form)?.[1];
  if (!only) throw new Error(`${event} offers no package`);
  return only;
}
