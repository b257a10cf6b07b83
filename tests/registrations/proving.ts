import { expect } from "vitest";
import {
  settleEvents,
  startProofClocks,
} from "../../app/registrations/places/places.system.server.ts";
import type { Registered } from "../../app/registrations/register/visitor-registration.system.server.ts";
import { NETWORK_PLACES } from "../../app/registrations/registrations.ts";
import { FREE, join, makeEvent, person, registrationsOf } from "./event.ts";
import { letterTo } from "./mailed.ts";

// People whose registrations wait for a proof.

export const later = (ms: number) => new Date(Date.now() + ms);
export const IP = "41.223.7.9";
let people = 0;

/** Somebody new each time, so that no test writes to the address of another. */
export const somebody = () => `${process.pid}-${++people}`;

export const joinFrom = (event: string, who: string, ip = IP, price = FREE) =>
  join(event, who, price, new Date(), { ip, browser: { id: `browser ${who} ${ip}`, known: true } });

export function receiptOf(answer: Registered): string {
  if (answer.outcome !== "message") throw new Error(`no message but ${answer.outcome}`);
  return answer.receipt;
}

/** An event whose next registration from IP is beyond the number. */
export async function crowded(places: number, values: object = {}): Promise<string> {
  const event = await makeEvent(places, values);
  for (let n = 0; n < NETWORK_PLACES; n++) await joinFrom(event, somebody());
  return event;
}

/** Somebody beyond the number, with what their mail says. */
export async function unproven(event: string, price = FREE) {
  const who = somebody();
  const receipt = receiptOf(await joinFrom(event, who, IP, price));
  const letter = await letterTo(person(who).email);
  expect(letter.template).toBe("registration-proof");
  const row = (await registrationsOf(event)).at(-1);
  if (!row) throw new Error("no registration");
  return { who, receipt, letter, row };
}

export const lapse = async (at: Date) => {
  await startProofClocks(at);
  await settleEvents(at);
};
