import { officeWeightRows } from "./bench/weight-office.ts";
import { startProduct } from "./tests/support/product.ts";
import { ADMINISTRATOR } from "./tests/support/office.ts";
const p = await startProduct({ ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password, PAYMENTS_SIMULATED: "1" });
try { const { rows, detail } = await officeWeightRows(p.url); for (const r of rows) console.log(JSON.stringify(r)); if (process.argv[2]) console.log(detail.join("\n")); } finally { await p.stop(); }
