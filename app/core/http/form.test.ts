import { createStaticHandler, RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { readFields, readFieldsOrNone } from "./form.server.ts";

const URLENCODED = { "content-type": "application/x-www-form-urlencoded" };
const post = (body?: BodyInit, headers: HeadersInit = {}) =>
  new Request("https://fge.example/a/b", { method: "POST", body, headers });

describe("the fields of a form", () => {
  test("are its texts, without files and what a database cannot keep", async () => {
    expect(await readFields(post(new URLSearchParams({ name: "Né\0e" })))).toEqual({ name: "Née" });
    const form = new FormData();
    form.set("name", "Hawa");
    form.set("file", new File(["x"], "x.txt"));
    expect(await readFields(post(form))).toEqual({ name: "Hawa" });
    expect(await readFields(post(undefined, URLENCODED))).toEqual({});
  });

  test("are none of what is too long, or no form", async () => {
    const long = () => post(`a=${"b".repeat(70_000)}`, URLENCODED);
    expect(await readFields(long())).toBeUndefined();
    expect((await readFields(long(), 100_000))?.a).toHaveLength(70_000);
    expect(await readFields(post("{}", { "content-type": "application/json" }))).toBeUndefined();
    expect(await readFieldsOrNone(long())).toEqual({});
  });

  test("are read again within the limit of who reads them", async () => {
    const request = post(`a=${"b".repeat(70_000)}`, URLENCODED);
    expect(await readFields(request, 100_000)).toBeDefined();
    expect(await readFields(request)).toBeUndefined();
    expect(await readFields(request, 100_000)).toBeDefined();
  });

  test("are there for the action after a middleware of the router read them", async () => {
    const read: unknown[] = [];
    const reads = async ({ request }: { request: Request }) => read.push(await readFields(request));
    const handler = createStaticHandler([
      {
        id: "screen",
        path: "/a",
        middleware: [
          async (args, next) => {
            await reads(args);
            return next();
          },
        ],
        children: [{ id: "form", path: "b", action: async (args) => reads(args) }],
      },
    ]);
    const request = post(new URLSearchParams({ intent: "save" }));
    await handler.query(request, {
      requestContext: new RouterContextProvider(),
      generateMiddlewareResponse: async (query) => {
        await query(request);
        return new Response();
      },
    });
    expect(read).toEqual([{ intent: "save" }, { intent: "save" }]);
  });
});
