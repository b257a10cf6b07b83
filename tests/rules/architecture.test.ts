import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { importsOf, isForTests, reachableFrom, read, sourceFiles } from "../support/source.ts";

const app = sourceFiles("app");
const everything = ["app", "server", "scripts", "database", "tests", "bench", "simulators"].flatMap(
  sourceFiles,
);
const production = app.filter((file) => !isForTests(file));
const pages = production.filter((file) => file.endsWith(".page.tsx"));
const isComponent = (file: string) => file.endsWith(".tsx") && !file.endsWith(".page.tsx");

/** Names the offenders, so that a failure says what to mend. */
const none = (offenders: string[]) => expect(offenders).toEqual([]);

describe("the house", () => {
  test("no process is killed by a number that may be missing: zero is everybody, the tests included", () => {
    none(everything.filter((file) => /process\.kill\([^,)]*(\?\?|\|\|)/.test(read(file))));
  });

  test("public pages never reach staff operations or back-office screens", () => {
    none(
      pages.filter((page) =>
        [...reachableFrom(page)].some((file) => /\.staff\.server\.ts$|\.admin\.tsx$/.test(file)),
      ),
    );
  });

  test("only tables, operations and the database's own folder know Drizzle", () => {
    const allowed =
      /\.(table|visitor|staff|system|operations|jobs)\.server\.ts$|^app\/core\/database\//;
    none(
      [...production, ...sourceFiles("server")].filter(
        (file) =>
          !allowed.test(file) &&
          importsOf(file).some(({ target }) => /^(drizzle-orm|pg$|@electric-sql)/.test(target)),
      ),
    );
  });

  test("what visitors read is named column by column: a new column is shown to nobody by itself", () => {
    none(
      production.filter(
        (file) =>
          file.endsWith(".visitor.server.ts") && /\.select\(\)|getTableColumns/.test(read(file)),
      ),
    );
  });

  test("the raw connection stays in its folder: the rest opens doors", () => {
    const rooms =
      /^app\/core\/database\/(embedded\/embedded|embedded\/pglite|postgres|engine)\.server\.ts$/;
    none(
      production.filter(
        (file) =>
          !file.startsWith("app/core/database/") &&
          importsOf(file).some(({ target, typeOnly }) => !typeOnly && rooms.test(target)),
      ),
    );
  });

  test("the tables need nothing of a running product, so that drizzle-kit can read them by themselves", () => {
    const tables = production.filter((file) => file.endsWith(".table.server.ts"));
    expect(tables.length).toBeGreaterThan(20);
    none(
      tables.filter((file) =>
        [...reachableFrom(file)].some((one) => one === "app/core/process/env.server.ts"),
      ),
    );
  });

  test("what reads files of strangers does it in a process of its own, which knows nothing of ours", () => {
    const readers = /^(sharp|@napi-rs\/canvas|file-type|pdfjs-dist\/legacy\/build)/;
    const isChild = (file: string) => file.endsWith(".child.ts");
    const children = production.filter(isChild);
    expect(children.length).toBeGreaterThan(3);
    none(
      [...production, ...sourceFiles("server")].filter(
        (file) =>
          !(isChild(file) || file.startsWith("app/resources/viewer/")) &&
          (importsOf(file).some(
            ({ target, typeOnly }) => !typeOnly && (readers.test(target) || isChild(target)),
          ) ||
            [...read(file).matchAll(/\bimport\("([^"]+)"/g)].some(([, it]) =>
              readers.test(it ?? ""),
            )),
      ),
    );
    const known =
      /^app\/(files\/(children\/[\w-]+\.child|files|children\/media|children\/wrap-words|children\/pdfjs\.server)|core\/process\/child-tasks)\.ts$/;
    none(
      children.flatMap((child) => [...reachableFrom(child)]).filter((file) => !known.test(file)),
    );
  });

  test("nothing imports a page", () => {
    none(
      production.filter((file) =>
        importsOf(file).some(({ target, typeOnly }) => !typeOnly && /\.page\.tsx$/.test(target)),
      ),
    );
  });

  test("rules import nothing but rules, zod and the building blocks of fields", () => {
    const rule = (file: string) => {
      const name = basename(file);
      return (
        /^[a-z-]+\.ts$/.test(name) &&
        file.split("/").length === 3 &&
        !/^app\/(ui|i18n|site|core|kit|records|office|auth|mail)\//.test(file)
      );
    };
    const fine = (target: string) =>
      target === "zod" || (target.startsWith("app/") && !/\.(server\.ts|tsx)$/.test(target));
    none(
      production
        .filter(rule)
        .filter((file) =>
          importsOf(file).some(({ target, typeOnly }) => !typeOnly && !fine(target)),
        ),
    );
  });

  test("what a list can be asked for stands in a plain file of its notion, which knows no schema", () => {
    const lists = production.filter((file) => /\bListSpec (=|=>|\{)/.test(read(file)));
    expect(lists.length).toBeGreaterThan(10);
    const knowsSchema = (file: string) =>
      [...reachableFrom(file)].some((reached) =>
        /-schema\.ts$|^app\/kit\/form\/schema\.ts$/.test(reached),
      );
    none(
      lists.filter(
        (file) =>
          !file.startsWith("app/office/") &&
          (/\.server\.ts$|\.tsx$/.test(file) || knowsSchema(file)),
      ),
    );
  });

  test("ui/ knows no notion", () => {
    const fine = /^(react|lucide-react|app\/ui\/|app\/i18n\/)/;
    none(
      production
        .filter((file) => file.startsWith("app/ui/"))
        .flatMap(importsOf)
        .filter(({ target }) => !fine.test(target))
        .map(({ from, target }) => `${from} → ${target}`),
    );
  });

  test("a public component has no event handler and no state: it would do nothing", () => {
    const dead =
      /\son[A-Z]\w+=\{|\buse(State|Reducer|Effect|LayoutEffect|Optimistic|ActionState|Fetcher)\(/;
    const used = new Set(pages.flatMap((page) => [...reachableFrom(page)]));
    none(
      [...used].filter(
        (file) => (isComponent(file) || pages.includes(file)) && dead.test(read(file)),
      ),
    );
  });

  test("no style attribute: the policy of public documents refuses it", () => {
    none(
      production.filter(
        (file) =>
          file.endsWith(".tsx") && !file.includes(".admin.") && /\sstyle=\{/.test(read(file)),
      ),
    );
  });

  test("no drawer for what has no home", () => {
    none(everything.filter((file) => /\/(utils|helpers|components|lib|common)\//.test(file)));
  });
});
