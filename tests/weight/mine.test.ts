import { inject, test } from "vitest";
import { officeWeightRows } from "../../bench/weight.ts";

const { url } = inject("plainSite");
test("mine", async () => {
  const { rows, detail } = await officeWeightRows(url);
  for (const r of rows.slice(0, 5)) console.log(r.what, r.measured, r.budget, r.ok);
  for (const r of rows) if (!r.ok) console.log("OVER", r.what, r.measured);
  console.log(detail.join("\n"));
}, 400_000);
