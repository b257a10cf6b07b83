import { expect, test } from "vitest";
import { newsForm } from "./news.staff.server.ts";

const scheduled = {
  title: "T",
  excerpt: "E",
  category: "Communiqué",
  content: "C",
  published: "scheduled",
  public_from: "2031-05-03T18:00",
  public_until: "2031-05-03T20:00",
};

test.each([
  [{ public_from: "" }, "public_from", "Donnez le jour"],
  [{ public_until: "2031-05-03T18:00" }, "public_until", "La fin doit suivre"],
  [{ public_from: "demain" }, "public_from", "invalides"],
  [{ public_from: "2031-02-29T10:00" }, "public_from", "invalides"],
])("the form refuses %j beside its field", (values, field, message) => {
  const { error } = newsForm.schema.safeParse({ ...scheduled, ...values });
  expect(error?.issues[0]).toMatchObject({
    path: [field],
    message: expect.stringContaining(message),
  });
});

test("a moment is one of Conakry, and counts only where it was chosen", () => {
  const moments = {
    public_from: new Date("2031-05-03T18:00:00Z"),
    public_until: new Date("2031-05-03T20:00:00Z"),
  };
  const parse = (published: string) => newsForm.schema.parse({ ...scheduled, published });
  expect(parse("scheduled")).toMatchObject({ published: true, ...moments });
  expect(parse("published")).toMatchObject({ published: true, ...moments, public_from: null });
  const draft = { published: false, public_from: null, public_until: null };
  expect(parse("draft")).toMatchObject(draft);
});
