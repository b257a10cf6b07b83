import { expect, vi } from "vitest";
import type { RouteHandle } from "../../app/core/request-info.ts";
import { describeAll } from "../support/cases.ts";
import { type MappedRoute, mappedRoutes } from "../support/site-map.ts";
import { reachableFrom, read } from "../support/source.ts";

// What may stand in an address is said by its route, where the server asks before anything is read: a
// parameter that is read without a word would work nowhere, one that is said without being read would
// be a second address of the same page.

// The first screen brings most of the product with it.
vi.setConfig({ testTimeout: 30_000 });

const isPublic = ({ pattern }: MappedRoute) => !pattern.startsWith("/admin");
const mapped = (await mappedRoutes()).filter(isPublic).map(({ file }) => file);
const files = [...new Set(["site/site.layout.tsx", ...mapped])].sort();
const patternsOf = Object.groupBy(await mappedRoutes(), ({ file }) => file);

const handleOf = async (file: string): Promise<RouteHandle> =>
  ((await import(/* @vite-ignore */ `../../app/${file}`)) as { handle?: RouteHandle }).handle ?? {};

/** `searchParams.get("x")`, or the same of what a loader passes on under a shorter name. */
const PARAMETER = /\b(?:searchParams|search)\.(?:get|getAll|has)\("([^"]+)"\)/g;
/** Any other use of a query: nobody could say what is read. Handed to a reader of ours, it is read there. */
const UNNAMED = /\.searchParams(?!\.(?:get|getAll|has)\(")|\bnew URLSearchParams\((?!\))/;
const HANDED_ON = /\bread\w+\(url\.searchParams\)/g;

/** Files of a page's own side: what is behind the doors and what runs in the browser read no address. */
const readers = (file: string) =>
  [...reachableFrom(`app/${file}`)].filter(
    (one) =>
      !/^app\/(?:auth|core|kit|office|records)\/|\/viewer\/|\.(?:table|staff)\.server\./.test(one),
  );

describeAll(files, String, (file, test) => {
  const sources = readers(file).map(read);
  const parameters = new Set(
    sources.flatMap((text) => [...text.matchAll(PARAMETER)].map(([, name]) => name)),
  );

  test("says every query parameter that it reads, and no other", async () => {
    const { parameters: message = {} } = await handleOf(file);
    expect(Object.keys(message).sort()).toEqual([...parameters].sort());
  });

  test("says what may stand at each variable place of its path", async () => {
    const { segments = {} } = await handleOf(file);
    for (const { pattern } of patternsOf[file] ?? []) {
      const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys(segments).sort(), pattern).toEqual(names.sort());
    }
  });

  test("reads its query by the names of its parameters alone", () => {
    const text = read(`app/${file}`).replaceAll(HANDED_ON, "");
    expect(UNNAMED.exec(text)?.[0]).toBeUndefined();
  });
});
