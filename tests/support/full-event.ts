import { sendAsOffice } from "./office.ts";
import { named } from "./office-list.ts";
import { registered } from "./registrant.ts";

/** Makes an event as its form does; gives the address of its page. */
export async function newEvent(fields: Record<string, string>): Promise<string> {
  const title = named(fields.title ?? "Essai");
  await sendAsOffice("/admin/events/new", {
    ...{ category: "Tournoi", description: "Une journée.", date: "2040-06-02" },
    ...{ location: "Conakry", type: "in-person", status: "upcoming" },
    ...{ price: "0", currency: "XOF", max_participants: "10" },
    ...{ ...fields, title },
  });
  const list = await sendAsOffice(`/admin/events?${new URLSearchParams({ q: title })}`);
  const id = /\/admin\/events\/([0-9a-f-]{36})/.exec(await list.text())?.[1];
  if (!id) throw new Error("the event is not made");
  return `/events/${id}`;
}

/** Makes an event with a single free place, and somebody who has it; gives the address of its page. */
export async function fullEvent(category = "Tournoi"): Promise<string> {
  const address = await newEvent({ title: "Complet", category, max_participants: "1" });
  await registered(address.split("/").at(-1), "");
  return address;
}
