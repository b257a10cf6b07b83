import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OFFICE_ROLES } from "../../app/core/roles.ts";
import { reaches } from "../../app/kit/access.ts";
import { type DoorSite, startDoorSite } from "../support/door-site.ts";
import { intentsOf } from "../support/intents.ts";
import { PERMITTED } from "../support/permitted.ts";
import { mappedRoutes } from "../support/site-map.ts";

// Every address and change of events and registrations × every role × one's own event and another.

const files = new Map((await mappedRoutes()).map(({ pattern, file }) => [pattern, file]));

let site: DoorSite;
beforeAll(async () => {
  site = await startDoorSite();
});
afterAll(() => site?.stop());

describe.each(OFFICE_ROLES)(
  "somebody of the role %s, of an event and who registered for it",
  (role) => {
    const records = Object.entries(PERMITTED).filter(([pattern]) =>
      /^\/admin\/(?:events|registrations)(?:\/|$)/.test(pattern),
    );

    test.each(records)("at %s", async (pattern, is) => {
      const right = is[role];
      for (const one of [site.own, site.others]) {
        const id = pattern.startsWith("/admin/events") ? one.event : one.registration;
        const address = `${pattern.replace(":id", id)}?event=${one.event}`;
        await site.hold(role);
        const isOwn = role !== "door" || one === site.own;
        await site.place();
        const ways = [address, address.replace("?", ".data?")];
        for (const way of ways) {
          const { status } = await site.get(way);
          if (right === undefined || !isOwn) expect(status, way).toBe(403);
          else expect(status, way).toBeLessThan(400);
        }
        for (const intent of ["save", "no-such-change", ...intentsOf(files.get(pattern) ?? "")]) {
          if (reaches(right, intent) && isOwn) continue;
          const fields = {
            ids: one.registration,
            id: one.registration,
            event: one.event,
            code: "x",
          };
          for (const way of ways) {
            const { status } = await site.post(way, { ...fields, intent, on: "on" });
            expect([403, 405], `${intent} at ${way}`).toContain(status);
          }
        }
        expect(await site.presence(one)).toBe(false);
      }
    });
  },
);
