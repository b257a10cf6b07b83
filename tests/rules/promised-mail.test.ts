import { expect, test } from "vitest";
import { read, sourceFiles } from "../support/source.ts";

/** What staff are told that somebody will read. */
const PROMISE = /(?:informée|prévenue|reçoit)[^.]{0,60} par e-mail|Elle en est informée/;
/** Where a promise stands as it is only if the site sends mail. */
const ASKS = /\buseNotice\b|\bdeliveryText\b|\bisMailConfigured\b/;

test("no screen of the office promises a mail without asking whether any leaves", () => {
  const promising = sourceFiles("app").filter(
    (file) => file.endsWith(".admin.tsx") && PROMISE.test(read(file).replaceAll(/\s+/g, " ")),
  );
  expect(promising.length).toBeGreaterThan(4);
  expect(promising.filter((file) => !ASKS.test(read(file)))).toEqual([]);
});
