import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../app/core/secrets/id.server.ts";
import { intentsOf } from "../support/intents.ts";
import { CLOSED_ROUTES } from "../support/permitted.ts";
import { DESK, type DoorSite, inDays, openDoorSite } from "../support/product/door-site.ts";

// The entrance of one's own events and of others, asked for as a browser asks, and as nobody's browser would.

const NOT_THEIRS = "Vous ne tenez pas, ou plus, l’entrée de cet événement";

let site: DoorSite;
beforeAll(async () => {
  site = await openDoorSite();
});
afterAll(() => site?.close());

beforeEach(async () => {
  await site.hold("door");
  await site.place();
  await site.change(`date = '${inDays(0)}', status = 'ongoing'`);
  await site.query("update event_registrations set checked_in_at = null where id = any($1)", [
    [site.own.registration, site.others.registration],
  ]);
});

describe("whoever is at the door alone", () => {
  test("lands on their events of today, with the way in, and on no other", async () => {
    const { status, text } = await site.get("/admin");
    expect(status).toBe(200);
    expect(text).toContain("Coupe d’ici");
    expect(text).toContain("Ouvrir l’entrée");
    expect(text).toContain(`href="${DESK}?event=${site.own.event}"`);
    expect(text).not.toContain("Finale d’ailleurs");
    expect(text).not.toContain("À faire");
    expect(text).not.toContain("Notifications");
    await site.query("delete from event_door where account_id = $1", [site.account]);
    expect((await site.get("/admin")).text).toContain("Vous n’êtes à l’entrée d’aucun événement");
    const desk = await site.get(DESK);
    expect(desk.status).toBe(200);
    expect(desk.text).toContain("Vous n’êtes à l’entrée d’aucun événement");
  });

  test("comes to their own entrance, and is sent nothing but what is of use there", async () => {
    await site.post(DESK, { intent: "toggle", ids: site.own.registration, on: "on" });
    for (const address of [
      DESK,
      `${DESK}?event=${site.own.event}`,
      `${DESK}?event=${site.own.event}&q=hawa`,
    ]) {
      for (const way of [address, address.replace(DESK, `${DESK}.data`)]) {
        const { status, text } = await site.get(way);
        expect(status, way).toBe(200);
        expect(text).toContain("Hawa");
        expect(text).not.toMatch(/prive\.example|620999888|1999-12-31|billet-|Foudre|d’ailleurs/);
      }
    }
  });

  test("finds nobody of another event, nor anybody by what they are not shown", async () => {
    for (const words of ["binta", "9Z9Z", "prive.example", "999888", "Foudre", "billet", "1999"]) {
      const { status, text } = await site.get(`${DESK}?event=${site.own.event}&q=${words}`);
      expect(status).toBe(200);
      expect(text, words).toContain("Aucune personne de ce nom");
      expect(text).not.toContain("Condé");
    }
  });

  test("is refused at another entrance, with a page that says so", async () => {
    const [event, unknown] = [site.others.event, newId()];
    for (const id of [event, unknown]) {
      const { status, text } = await site.get(`${DESK}?event=${id}&q=binta`);
      expect(status).toBe(403);
      expect(text).toContain(NOT_THEIRS);
      expect(text).toContain("Se déconnecter");
      expect(text).not.toMatch(/Binta|d’ailleurs/);
      for (const part of ["", "&_routes=registrations%2Fdoor%2Fdoor.admin"]) {
        const data = await site.get(`${DESK}.data?event=${id}${part}`);
        expect(data.status, part).toBe(403);
        expect(data.text).not.toMatch(/Binta|d’ailleurs/);
      }
    }
    // What is no id at all leads to their own.
    expect((await site.get(`${DESK}?event=' or true --`)).text).toContain("Coupe d’ici");
  });

  test("lets people in by code and by button, and takes it back", async () => {
    const ticket = `${site.url}/tickets/billet-Hawa`;
    const presses: Record<string, string>[] = [
      { intent: "scan", event: site.own.event, code: site.own.reference },
      { intent: "scan", event: site.own.event, code: ticket },
      { intent: "toggle", ids: site.own.registration, on: "on" },
    ];
    for (const fields of presses) {
      expect((await site.post(`${DESK}.data`, fields)).status).toBe(200);
      expect(await site.presence(site.own)).toBe(true);
      // A second device is told when.
      const again = await site.post(`${DESK}.data`, fields);
      expect(again.status).toBe(409);
      expect(again.text).toContain("déjà enregistrée");
      const undo = { intent: "toggle", ids: site.own.registration, on: "" };
      expect((await site.post(`${DESK}.data`, undo)).status).toBe(200);
      expect(await site.presence(site.own)).toBe(false);
    }
  });

  test("changes nothing of another event, whatever the form says", async () => {
    await site.query("update event_registrations set checked_in_at = now() where id = $1", [
      site.others.registration,
    ]);
    const ticket = "/tickets/billet-Binta";
    const cases: [Record<string, string>, number][] = [
      [{ intent: "scan", event: site.others.event, code: site.others.reference }, 403],
      [{ intent: "scan", event: site.others.event, code: site.own.reference }, 403],
      [{ intent: "scan", event: newId(), code: site.own.reference }, 403],
      [{ intent: "scan", event: site.own.event, code: site.others.reference }, 409],
      [{ intent: "scan", event: site.own.event, code: ticket }, 409],
      [{ intent: "scan", event: "x", code: site.own.reference }, 400],
      [{ intent: "scan", event: site.own.event, code: "" }, 400],
      [{ intent: "toggle", ids: site.others.registration, on: "" }, 403],
      [{ intent: "toggle", ids: site.others.registration, on: "on" }, 403],
      [{ intent: "toggle", ids: newId(), on: "on" }, 404],
      [
        { intent: "toggle", ids: `${site.own.registration},${site.others.registration}`, on: "on" },
        400,
      ],
    ];
    for (const [fields, expected] of cases) {
      for (const address of [
        `${DESK}?event=${site.own.event}`,
        `${DESK}.data?event=${site.own.event}`,
      ]) {
        const { status, text } = await site.post(address, fields);
        expect(status, JSON.stringify(fields)).toBe(expected);
        expect(text).not.toMatch(/Binta|d’ailleurs/);
      }
    }
    expect(await site.presence(site.others)).toBe(true);
    expect(await site.presence(site.own)).toBe(false);
  });

  test.each([
    [
      "ended the day before yesterday",
      () => site.change(`date = '${inDays(-2)}', status = 'completed'`),
    ],
    ["was moved to next month", () => site.change(`date = '${inDays(30)}', status = 'upcoming'`)],
    ["was cancelled", () => site.change("status = 'cancelled'")],
    [
      "is no more theirs",
      () => site.query("delete from event_door where account_id = $1", [site.account]),
    ],
  ])(
    "is refused at once, in the middle of a press too, when the event %s",
    async (_what, happen) => {
      expect((await site.get(`${DESK}?event=${site.own.event}`)).status).toBe(200);
      await happen();
      const presses: Record<string, string>[] = [
        { intent: "scan", event: site.own.event, code: site.own.reference },
        { intent: "toggle", ids: site.own.registration, on: "on" },
      ];
      for (const fields of presses) {
        const page = await site.post(`${DESK}?event=${site.own.event}`, fields);
        expect(page.status).toBe(403);
        expect(page.text).toContain(NOT_THEIRS);
        expect((await site.post(`${DESK}.data`, fields)).status).toBe(403);
      }
      expect((await site.get(`${DESK}?event=${site.own.event}`)).status).toBe(403);
      expect(await site.presence(site.own)).toBe(false);
    },
  );

  test("is refused when the role is taken away, and does not get the place back with it", async () => {
    await site.hold("editor");
    const scan = { intent: "scan", event: site.own.event, code: site.own.reference };
    expect((await site.post(`${DESK}.data`, scan)).status).toBe(403);
    expect((await site.get(DESK)).status).toBe(403);
    await site.hold("editor", "door");
    expect((await site.get(`${DESK}?event=${site.own.event}`)).status).toBe(403);
    expect((await site.get("/admin/news")).status).toBe(200);
  });

  test("reaches nothing else of events and registrations, of their own event neither", async () => {
    const files = new Map(CLOSED_ROUTES.map(({ pattern, file }) => [pattern, file]));
    const patterns = [...files.keys()].filter((pattern) =>
      /^\/admin\/(?:events|registrations)(?:\/|$)/.test(pattern),
    );
    const faults: string[] = [];
    for (const one of [site.own, site.others]) {
      for (const pattern of patterns.filter((at) => at !== DESK || one === site.others)) {
        const id = pattern.startsWith("/admin/events") ? one.event : one.registration;
        const address = `${pattern.replace(":id", id)}?event=${one.event}`;
        const read = await site.get(address);
        if (read.status !== 403) faults.push(`${address}: ${read.status}`);
        for (const intent of intentsOf(files.get(pattern) ?? "")) {
          const fields = {
            id: one.registration,
            ids: one.registration,
            event: one.event,
            code: "x",
          };
          const sent = await site.post(address, { ...fields, intent, on: "on" });
          if (![403, 405].includes(sent.status)) faults.push(`${intent} at ${address}`);
        }
      }
      expect(await site.presence(one)).toBe(false);
    }
    expect(faults).toEqual([]);
  });
});

test("an open session ends with its account", async () => {
  await site.query("update profiles set is_active = false where id = $1", [site.account]);
  const scan = { intent: "scan", event: site.own.event, code: site.own.reference };
  expect((await site.post(DESK, scan)).status).toBe(302);
  expect((await site.get(`${DESK}?event=${site.own.event}`)).status).toBe(302);
  expect(await site.presence(site.own)).toBe(false);
});
