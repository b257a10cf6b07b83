import { expect, test, vi } from "vitest";
import {
  forgetSession,
  forgetSessionsOf,
  recentAccount,
  rememberSession,
} from "./recent-sessions.server.ts";

const AMINATA = { id: "aminata" };
const BINTA = { id: "binta" };

test("only a session that was confirmed lately, and has not ended, is somebody", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  expect(recentAccount("one")).toBeUndefined();
  for (const session of ["one", "two"]) rememberSession(session, AMINATA);
  rememberSession("three", BINTA);
  forgetSession("one");
  expect([recentAccount("one"), recentAccount("two")]).toEqual([undefined, AMINATA]);
  forgetSessionsOf(AMINATA.id);
  expect([recentAccount("two"), recentAccount("three")]).toEqual([undefined, BINTA]);
  vi.advanceTimersByTime(31 * 60_000);
  expect(recentAccount("three")).toBeUndefined();
  rememberSession("three", BINTA);
  rememberSession("three", undefined);
  expect(recentAccount("three")).toBeUndefined();
});
