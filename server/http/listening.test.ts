import { expect, test } from "vitest";
import { takeInheritedSocket } from "./http-server.ts";

const own = String(process.pid);

test("a socket that was opened for us is served, once", () => {
  const environment = { LISTEN_FDS: "1", LISTEN_PID: own, LISTEN_FDNAMES: "site", PORT: "3000" };
  expect(takeInheritedSocket(environment)).toEqual({ fd: 3 });
  expect(environment).toEqual({ PORT: "3000" });
  expect(takeInheritedSocket(environment)).toBeUndefined();
});

test("one that was meant for another process is not", () => {
  expect(takeInheritedSocket({ LISTEN_FDS: "1", LISTEN_PID: "1" })).toBeUndefined();
  expect(takeInheritedSocket({ LISTEN_FDS: "1" })).toBeUndefined();
  expect(takeInheritedSocket({})).toBeUndefined();
});

test("several are refused, since one alone would be answered", () => {
  expect(() => takeInheritedSocket({ LISTEN_FDS: "2", LISTEN_PID: own })).toThrow("LISTEN_FDS=2");
});
