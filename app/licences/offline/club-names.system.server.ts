import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentMs } from "../../core/process/clock.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { findClubsOfPlayers } from "../../membership/clubs/clubs.operations.server.ts";

let current: { names: string; readAt: number } | undefined;
let reading: Promise<string> | undefined;

/** The names of clubs by their numbers, as JSON; read again after a minute, however many ask. */
export async function readClubNames(): Promise<string> {
  const now = currentMs();
  const age = now - (current?.readAt ?? 0);
  if (current && age >= 0 && age < MINUTE) return current.names;
  reading ??= asSystem("licences.list", findClubsOfPlayers)
    .then((clubs) => JSON.stringify(Object.fromEntries(clubs)))
    .finally(() => {
      reading = undefined;
    });
  current = { names: await reading, readAt: now };
  return current.names;
}
