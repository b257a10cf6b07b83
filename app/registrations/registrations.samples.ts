import { DAY, MINUTE } from "../core/values/durations.ts";
import { SAMPLE_PARTICIPANTS } from "../events/events.samples.ts";
import type { FederationEvent } from "../events/events.ts";
import { PLATFORMS } from "./registrations.ts";

// 17 first names and 13 last names: coprime, so that walking both lists never repeats a pair.
const FIRST_NAMES =
  "Mafoudia Lansana Makalé Sory Djalikatou Morlaye Nagnouma Kabinet Sona Mamady Fodéba Houleymatou Naby Tenin Almamy Rougui Bafodé".split(
    " ",
  );
const LAST_NAMES =
  "Magassouba Doumbouya Oularé Sanoh Dramé Kanté Komara Fadiga Bamba Koivogui Monémou Toupou Savané".split(
    " ",
  );

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/**
 * The invented people at the sample events. No mail reaches their addresses (RFC 2606) and none is queued to
 * them; no number of Guinea begins like theirs.
 */
export function sampleRegistrations(now: Date, events: readonly FederationEvent[]) {
  const places = events.flatMap((event) =>
    (event.prices ?? []).flatMap((price) =>
      Array.from({ length: SAMPLE_PARTICIPANTS[price.package_id ?? ""] ?? 0 }, () => ({
        event,
        price,
      })),
    ),
  );
  return places.map(({ event, price }, index) => {
    const registered = new Date(
      now.getTime() - (1 + ((index * 5) % 12)) * DAY - ((index * 47) % 600) * MINUTE,
    );
    const first_name = at(FIRST_NAMES, index);
    return {
      event_id: event.id,
      package_id: price.package_id,
      price_id: price.id,
      price_name: price.name,
      price_name_en: price.name_en,
      amount: price.amount,
      currency: event.currency,
      first_name,
      last_name: at(LAST_NAMES, index),
      email: `participant-${index + 1}@exemple.invalid`,
      phone: `+224000000${String(index + 1).padStart(3, "0")}`,
      // Of age, so that nobody answers for them.
      birth_date: `${now.getUTCFullYear() - 21 - ((index * 7) % 14)}-0${1 + (index % 9)}-1${index % 10}`,
      gamertag: event.asks_gamertag ? `${first_name.slice(0, 5)}${index + 10}` : null,
      platform: event.asks_gamertag ? at(PLATFORMS, index) : null,
      language: "fr" as const,
      status: "confirmed" as const,
      confirmed_at: registered,
      created_at: registered,
      updated_at: registered,
      is_sample: true,
    };
  });
}
