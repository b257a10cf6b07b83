import { expect, test, vi } from "vitest";
import type { RouteHandle } from "../../app/core/http/request-info.ts";
import { type MappedRoute, mappedRoutes } from "../support/browser/site-map.ts";
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

const mapOfFiles = async <T>(factOf: (file: string) => T | Promise<T>) =>
  Object.fromEntries(await Promise.all(files.map(async (file) => [file, await factOf(file)])));

test("every screen says each query parameter that it reads, and no other", async () => {
  const parametersRead = await mapOfFiles((file) => {
    const named = readers(file).flatMap((one) => [...read(one).matchAll(PARAMETER)]);
    return [...new Set(named.map(([, name]) => name))].sort();
  });
  const said = await mapOfFiles(async (file) =>
    Object.keys((await handleOf(file)).parameters ?? {}).sort(),
  );
  expect(said).toEqual(parametersRead);
});

test("every screen says what may stand at each variable place of its path", async () => {
  const inPath = await mapOfFiles((file) =>
    patternsOf[file]?.map(({ pattern }) =>
      [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name).sort(),
    ),
  );
  const said = await mapOfFiles(async (file) => {
    const { segments = {} } = await handleOf(file);
    return patternsOf[file]?.map(() => Object.keys(segments).sort());
  });
  expect(said).toEqual(inPath);
});

test("every screen reads its query by the names of its parameters alone", () => {
  const unnamed = files.filter((file) =>
    UNNAMED.test(read(`app/${file}`).replaceAll(HANDED_ON, "")),
  );
  expect(unnamed).toEqual([]);
  expect(files.length).toBeGreaterThan(40);
});
