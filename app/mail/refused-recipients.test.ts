import { expect, test } from "vitest";
import { recipientRefusal } from "./mail.server.ts";

const said = (response: string, command = "RCPT TO") =>
  recipientRefusal({ command, response, responseCode: Number(response.slice(0, 3)) });

test("an address that does not exist is told by its code", () => {
  expect(said("550 5.1.1 <a@example.org>: no such user")).toBe("5.1.1");
  expect(said("556 5.1.10 null MX")).toBe("5.1.10");
  expect(said("553-5.1.3 not an address\n553 5.1.3 again", "DATA")).toBe("5.1.3");
});

test.each([
  "450 5.1.1 later",
  "550 no such user",
  "550 5.7.1 we do not like you",
  "552 5.2.2 mailbox full",
  "550 5.1.8 bad sender",
  "550 5.1.7 bad sender address",
  "550 15.1.12 what",
  "554 see https://mail.example/5.1",
])("'%s' says nothing of the recipient", (response) => {
  expect(said(response)).toBeUndefined();
});

test("nor does a refusal of our name, our password or our sender", () => {
  expect(said("550 5.1.1 no", "MAIL FROM")).toBeUndefined();
  expect(said("550 5.1.1 no", "AUTH PLAIN")).toBeUndefined();
  expect(recipientRefusal(new Error("550 5.1.1"))).toBeUndefined();
});
