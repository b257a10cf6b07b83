import { expect, test } from "vitest";
import { chooseEncoding } from "./compression.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["*", "br"],
  ["*, br;q=0", "gzip"],
  ["identity", "identity"],
  ["", "identity"],
  [undefined, "identity"],
])("Accept-Encoding %s → %s", (header, encoding) => expect(chooseEncoding(header)).toBe(encoding));
