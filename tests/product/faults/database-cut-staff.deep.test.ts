import { afterAll, beforeAll, expect, test } from "vitest";
import { type Fields, formsOf } from "../../support/forms.ts";
import { CutProduct, readAnswer } from "../../support/product/cut-product.ts";
import { StaffClient } from "../../support/product/staff-client.ts";

// As database-cut.test.ts, for what staff do.

const TAKES = 120_000;

let cut: CutProduct;
let staff: StaffClient;
beforeAll(async () => {
  cut = await CutProduct.start();
  staff = await StaffClient.signIn(cut.product.url);
}, TAKES);
afterAll(() => cut?.stop());

/** The fields of a form of the office as they are served. */
async function formAt(address: string): Promise<Fields> {
  const page = await (await staff.get(address)).text();
  const form = formsOf(page, address).find((fields) => "title" in fields);
  if (!form) throw new Error(`no form at ${address}`);
  // Which it only sends for what is published at a moment.
  const { public_from: _from, public_until: _until, ...fields } = form;
  return fields;
}
let articles = 0;
const send = async (address: string, fields: Fields) =>
  readAnswer(await staff.post(address, fields));

test(
  "a new article is made once",
  async () => {
    const exchanges = await cut.cutEach(async () => {
      const title = `Un article coupé ${++articles}`;
      const form: Fields = { ...(await formAt("/admin/news/new")), title };
      expect(form.new_id).toMatch(/^[0-9a-f-]{36}$/);
      return {
        typed: title,
        send: () => send("/admin/news/new", form),
        async check({ status, page }) {
          if (status === 409) expect(page).toContain("déjà enregistrée");
          else expect(status).toBe(302);
          expect(await cut.count("news where title = $1", title)).toBe(1);
        },
      };
    });
    expect(exchanges).toBeGreaterThan(4);
  },
  TAKES,
);

test(
  "a change of an article is made once, and nobody is told of a conflict with themselves",
  async () => {
    const title = "Un article à changer";
    await send("/admin/news/new", { ...(await formAt("/admin/news/new")), title });
    const [{ id }] = await cut.rows("select id from news where title = $1", title);
    const address = `/admin/news/${id}`;
    const exchanges = await cut.cutEach(async () => {
      const changed = `${title} ${++articles}`;
      const form = { ...(await formAt(address)), title: changed };
      return {
        typed: changed,
        send: () => send(address, form),
        async check({ status, page }) {
          expect(status, page).toBe(302);
          expect(await cut.count("news where id = $1 and title = $2", id, changed)).toBe(1);
        },
      };
    });
    expect(exchanges).toBeGreaterThan(4);
  },
  TAKES,
);

test(
  "a file that was sent is there whole, or not at all, and sending it again is enough",
  async () => {
    const exchanges = await cut.cutEach(async () => {
      const name = `coupe-${++articles}.txt`;
      const content = `Le contenu ${articles}, assez long pour être lu.`;
      const upload = async () => {
        const last = (await staff.upload(content, name)).at(-1);
        const status = last && "failed" in last ? 503 : 200;
        return { status, page: JSON.stringify(last), to: "" };
      };
      return {
        typed: "ne répond pas",
        send: upload,
        async check({ status, page }) {
          expect(status, page).toBe(200);
          const files = await cut.rows(
            "select file_url from static_files where original_filename = $1",
            name,
          );
          // One whose answer was lost may be there beside the second: each is whole.
          expect(files.length).toBeGreaterThan(0);
          for (const { file_url } of files) {
            const answer = await staff.get(file_url);
            expect(await answer.text()).toBe(content);
          }
        },
      };
    });
    expect(exchanges).toBeGreaterThan(4);
  },
  TAKES,
);
