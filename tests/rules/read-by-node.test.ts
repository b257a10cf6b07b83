import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "vitest";
import { isForTests, read, sourceFiles } from "../support/source.ts";

test("Node itself reads every module: programs and the bench are started without a build", () => {
  const files = ["app", "server", "scripts", "bench", "database", "simulators"]
    .flatMap(sourceFiles)
    .filter((file) => file.endsWith(".ts") && !isForTests(file));
  const unread = files.filter((file) => {
    try {
      stripTypeScriptTypes(read(file));
      return false;
    } catch {
      return true;
    }
  });
  expect(unread).toEqual([]);
}, 60_000);
