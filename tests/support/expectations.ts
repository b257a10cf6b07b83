import { dirname, join } from "node:path";
import type { ScreenKind } from "../../bench/budgets.ts";
import type { TableExpectation } from "../database/table-expectation.ts";
import { sourceFiles } from "./source.ts";

/** What is expected of a folder of `app/`, by hand, in the folder of the same name below `tests/expectations/`. */
export type Expectations = {
  /** What may be done with its tables. */
  tables?: Record<string, TableExpectation>;
  /** A real address for each pattern of the site map that has parameters, on sample content. */
  addresses?: Record<string, string>;
  /** The kind of each of its public screens, which sets its budget of bytes. */
  screens?: Record<string, ScreenKind>;
  /** Forms that an address opens in their screen: weighed and looked at as well. */
  openForms?: readonly { address: string; screen: string }[];
};

/** Every file below `tests/expectations/` whose name ends so, with what it exports by default. */
export async function gather<T>(ending: string): Promise<{ folder: string; own: T }[]> {
  const files = sourceFiles("tests/expectations").filter((file) => file.endsWith(ending));
  return Promise.all(
    files.map(async (file) => {
      const address = join(import.meta.dirname, "../..", file);
      const { default: own } = (await import(/* @vite-ignore */ address)) as { default: T };
      return { folder: dirname(file).replace("tests/expectations/", ""), own };
    }),
  );
}

/** All entries in one; what two folders say is said wrongly by one of them. */
function merge<T>(parts: readonly (readonly [string, T])[]): Record<string, T> {
  const names = parts.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${twice} is expected by two folders`);
  return Object.fromEntries(parts);
}

const gathered = await gather<Expectations>(".expectations.ts");
const inFolder = (folder: string, screen: string) => `${folder}/${screen}`;

/** What all folders say, each screen with its folder. */
export const expectations = {
  tables: merge(gathered.flatMap(({ own }) => Object.entries(own.tables ?? {}))),
  addresses: merge(gathered.flatMap(({ own }) => Object.entries(own.addresses ?? {}))),
  screens: merge(
    gathered.flatMap(({ folder, own }) =>
      Object.entries(own.screens ?? {}).map(
        ([screen, kind]) => [inFolder(folder, screen), kind] as const,
      ),
    ),
  ),
  openForms: gathered.flatMap(({ folder, own }) =>
    (own.openForms ?? []).map(({ address, screen }) => ({
      address,
      file: inFolder(folder, screen),
    })),
  ),
};
