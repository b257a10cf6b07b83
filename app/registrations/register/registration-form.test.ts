import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { FederationEvent } from "../../events/events.ts";
import { RegistrationForm } from "./registration-form.tsx";

const linksFor = (asked: Partial<FederationEvent>) => {
  const event = { date: "2030-06-01", min_age: null, max_age: null, rules: "", ...asked };
  const form = createElement(RegistrationForm, { event: event as FederationEvent });
  const page = renderToStaticMarkup(createElement(MemoryRouter, null, form));
  return ["/membership", "/licences"].filter((path) => page.includes(`href="${path}"`));
};

test("whoever needs a licence of a club is sent to the clubs, not to buy one that is refused again", () => {
  expect(linksFor({ asks_licence: true, asks_club: false })).toEqual(["/membership"]);
  expect(linksFor({ asks_licence: true, asks_club: true })).toEqual(["/licences"]);
});
