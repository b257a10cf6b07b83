import { expect, test } from "vitest";
import * as z from "zod";
import { newId } from "../../core/secrets/id.server.ts";
import { cashFields } from "./cash-schema.ts";

const form = z.object(cashFields);

test("money is taken from a form that says what was due when it was shown", () => {
  expect(form.safeParse({ key: newId(), seen_due: "25000" }).success).toBe(true);
  for (const seen_due of [undefined, "", "-1", "beaucoup"]) {
    const { error } = form.safeParse({ key: newId(), seen_due });
    expect(error?.issues.map(({ path, message }) => [path, message])).toContainEqual([
      ["seen_due"],
      expect.stringMatching(/^Le formulaire ne dit pas le reste dû/),
    ]);
  }
});
