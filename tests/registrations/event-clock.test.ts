import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  asStaff,
  asSystem,
  asVisitor,
  type StaffDb,
} from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { eventsClockJob } from "../../app/events/events.jobs.server.ts";
import { setEventStatus } from "../../app/events/events.staff.server.ts";
import {
  findEvent,
  selectEventList,
  splitEventList,
} from "../../app/events/events.visitor.server.ts";
import "./event.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

// What an event is follows its dates, and what staff said of it.

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const at = (moment: string) => setClock(() => Date.parse(moment));
const run = () => eventsClockJob.run(new AbortController().signal);

withDatabase((_engine, database) => {
  let event: string;
  const make = (values: object) =>
    asSystem("test", (db) =>
      insertRow(db, "events", {
        date: "2031-06-15",
        time: "10:00",
        end_time: "18:00",
        status_chosen_at: "2031-06-01T00:00:00Z",
        ...values,
      }),
    );
  const statusOf = async (id: string) => (await asVisitor((db) => findEvent(db, id)))?.status;
  const statusAt = async (moment: string) => {
    at(moment);
    await run();
    return statusOf(event);
  };

  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  beforeEach(async () => {
    at("2031-06-01T00:00:00Z");
    await database().asOwner("delete from events");
    event = await make({});
  });
  afterEach(() => setClock());

  test("is under way from its hour on, and over at its end", async () => {
    expect(await statusAt("2031-06-15T09:59:59Z")).toBe("upcoming");
    expect(await statusAt("2031-06-15T10:00:00Z")).toBe("ongoing");
    expect(await statusAt("2031-06-15T17:59:59Z")).toBe("ongoing");
    expect(await statusAt("2031-06-15T18:00:00Z")).toBe("completed");
    expect(await statusAt("2031-06-14T00:00:00Z"), "the clock went back").toBe("completed");
  });

  test.each([
    ["of an hour alone lasts until the end of its day", { end_time: null }, "2031-06-16T00:00:00Z"],
    ["without any hour too", { time: null, end_time: null }, "2031-06-16T00:00:00Z"],
    ["of several days ends on the last one", { end_date: "2031-06-17" }, "2031-06-17T18:00:00Z"],
  ])("one %s", async (_what, values, end) => {
    event = await make(values);
    expect(await statusAt(new Date(Date.parse(end) - 1).toISOString())).not.toBe("completed");
    expect(await statusAt(end)).toBe("completed");
  });

  test("that nobody looked at for a week goes to its end at once", async () => {
    expect(await statusAt("2031-06-22T00:00:00Z")).toBe("completed");
  });

  test("what staff chose stands: cancelled, ended early, or begun before its hour", async () => {
    const choose = async (moment: string, status: "cancelled" | "completed" | "ongoing") => {
      at(moment);
      await asAdmin((db) => setEventStatus(db, [event], status));
    };
    await choose("2031-06-15T09:00:00Z", "ongoing");
    expect(await statusAt("2031-06-15T09:30:00Z")).toBe("ongoing");
    expect(await statusAt("2031-06-15T18:00:00Z")).toBe("completed");
    await choose("2031-06-15T19:00:00Z", "ongoing");
    expect(await statusAt("2031-06-16T08:00:00Z"), "it went on for longer").toBe("ongoing");
    for (const status of ["completed", "cancelled"] as const) {
      event = await make({});
      await choose("2031-06-15T11:00:00Z", status);
      expect(await statusAt("2031-06-16T00:00:00Z")).toBe(status);
    }
  });

  test("stands in the list as what it is: under way first, over among the past", async () => {
    const later = await make({ date: "2031-07-01" });
    const earlier = await make({ date: "2031-06-14", time: "08:00", end_date: "2031-06-20" });
    at("2031-06-15T12:00:00Z");
    await run();
    const lists = async () => {
      const { upcoming, past } = splitEventList(await asVisitor((db) => selectEventList(db, {})));
      return [upcoming.map(({ id }) => id), past.map(({ id }) => id)];
    };
    expect(await lists()).toEqual([[earlier, event, later], []]);
    at("2031-06-25T12:00:00Z");
    await run();
    expect(await lists()).toEqual([[later], [event, earlier]]);
  });

  test("knows the moment of its next change: a beginning, an end, registration that opens or closes", async () => {
    const next = async (moment: string) => {
      at(moment);
      await run();
      return (await eventsClockJob.next?.())?.toISOString();
    };
    await make({
      date: "2031-08-01",
      time: "10:00",
      end_time: "11:00",
      registration_opens_at: "2031-06-15T12:30:00Z",
      registration_closes_at: "2031-07-30T00:00:00Z",
    });
    expect(await next("2031-06-15T09:00:00Z")).toBe("2031-06-15T10:00:00.000Z");
    expect(await next("2031-06-15T10:00:00Z")).toBe("2031-06-15T12:30:00.000Z");
    expect(await next("2031-06-15T12:30:00Z")).toBe("2031-06-15T18:00:00.000Z");
    expect(await next("2031-06-15T18:00:00Z")).toBe("2031-07-30T00:00:00.000Z");
    expect(await next("2031-08-01T11:00:00Z")).toBeUndefined();
  });

  test("pages hear of registration that opens, and of nothing where nothing turned", async () => {
    let heard = 0;
    await database().engine.listen(
      "content_changed",
      (table) => {
        if (table === "events") heard += 1;
      },
      () => {},
    );
    await make({ date: "2031-08-01", registration_opens_at: "2031-06-10T08:00:00Z" });
    const hears = async (moment: string) => {
      at(moment);
      heard = 0;
      await run();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return heard;
    };
    await hears("2031-06-10T07:59:00Z");
    expect(await hears("2031-06-10T07:59:30Z")).toBe(0);
    expect(await hears("2031-06-10T08:00:00Z")).toBe(1);
    expect(await hears("2031-06-10T08:00:30Z")).toBe(0);
  });

  test("pages hear of a package that ends, in its second", async () => {
    const { engine } = database();
    let heard = 0;
    await engine.listen(
      "content_changed",
      (table) => (heard += Number(table === "events")),
      () => {},
    );
    const id = await make({ date: "2031-08-01" });
    const ends_at = "2031-06-10T08:00:00Z";
    await asSystem("test", (db) => insertRow(db, "event_packages", { event_id: id, ends_at }));
    const hears = async (moment: string) => {
      at(moment);
      heard = 0;
      await run();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return heard;
    };
    await hears("2031-06-10T07:59:00Z");
    expect((await eventsClockJob.next?.())?.toISOString()).toBe("2031-06-10T08:00:00.000Z");
    expect(await hears("2031-06-10T07:59:59Z")).toBe(0);
    expect(await hears("2031-06-10T08:00:00Z")).toBe(1);
    expect((await eventsClockJob.next?.())?.toISOString()).toBe("2031-06-15T10:00:00.000Z");
    expect(await hears("2031-06-10T08:00:30Z")).toBe(0);
  });
});
