import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { useNotice } from "./use-notice.ts";

function Screen() {
  return createElement("p", null, useNotice()("Elle en est informée par e-mail."));
}

const noticeWhere = (isMailConfigured: boolean) => {
  const children = [{ index: true, Component: Screen }];
  const router = createMemoryRouter([{ id: "admin", path: "/", loader: () => null, children }], {
    hydrationData: { loaderData: { admin: { isMailConfigured } } },
  });
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
};

test("staff are promised a mail only where one leaves, and else told to say it themselves", () => {
  expect(noticeWhere(true)).toBe("<p>Elle en est informée par e-mail.</p>");
  expect(noticeWhere(false)).toContain("prévenez la personne vous-même");
});
