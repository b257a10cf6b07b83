import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { AppError } from "../values/errors.ts";
import { type RequestInfo, requestInfoContext } from "./request-info.ts";
import { handleForm } from "./submission.server.ts";

// All of it within one moment: limits refill with time.
vi.useFakeTimers({ toFake: ["Date"] });

const PEOPLE = 1_000;
const FORMS_OF_EACH = 3;

function caller(page: Partial<RequestInfo>): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(requestInfoContext, { degraded: false, ip: "", nonce: "", reference: "", ...page });
  return context;
}

/** What a form is answered that was sent. */
async function send(form: string, page: Partial<RequestInfo>, accept = async () => "accepted") {
  const request = new Request("https://fge.example/contact", {
    method: "POST",
    body: new URLSearchParams({ name: "Hawa" }),
  });
  const schema = z.object({ name: z.string() });
  const answer = await handleForm<unknown, unknown>(request, caller(page), {
    form,
    schema,
    respondToBot: () => "pretended",
    accept,
  });
  return answer;
}

test("a thousand people behind one address who send a form three times are all heard", async () => {
  for (let n = 0; n < PEOPLE * FORMS_OF_EACH; n++) {
    expect(await send("crowd", { ip: "41.223.7.9" })).toBe("accepted");
  }
  // What is more than that is told to come back, with everything it typed; others are not.
  const flood = await send("crowd", { ip: "41.223.7.9" });
  expect(flood).toMatchObject({
    init: { status: 503 },
    data: { problem: "forms.busy", values: { name: "Hawa" } },
  });
  expect(await send("crowd", { ip: "41.223.7.10" })).toBe("accepted");
  expect(await send("crowd", { ip: "2c0f:f248:1:2::1" })).toBe("accepted");
}, 20_000);

test("an address that is everybody's limits nobody", async () => {
  for (let n = 0; n <= PEOPLE * FORMS_OF_EACH; n++) {
    expect(await send("shared", { ip: "127.0.0.1", sharedAddress: true })).toBe("accepted");
  }
}, 20_000);

test("a disk that is full is no fault of ours that a visitor is told of: they are asked to come again", async () => {
  const full = async () => {
    throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
  };
  expect(await send("full", { ip: "41.223.7.9" }, full)).toMatchObject({
    init: { status: 503 },
    data: { problem: "forms.unavailable", values: { name: "Hawa" } },
  });
});

test("a line that is too long says so, and loses nothing that was typed", async () => {
  const busy = async () => {
    throw new AppError("unavailable", "too many wait in one line");
  };
  expect(await send("line", { ip: "41.223.7.9" }, busy)).toMatchObject({
    init: { status: 503 },
    data: { problem: "forms.unavailable", values: { name: "Hawa" } },
  });
});
