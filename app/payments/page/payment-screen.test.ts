import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../settings/settings.ts";
import { DocumentContext, type DocumentFrame } from "../../site/document.ts";
import { PaymentScreen } from "./payment-screen.tsx";
import type { PaymentView } from "./payment-view.ts";

const TOKEN = "abcdefghijabcdefghijabcdefghijab";
const payment: PaymentView = {
  kind: "registration",
  label_fr: "Tournoi",
  label_en: "Tournament",
  price_amount: 25_000,
  price_currency: "XOF",
  shared: false,
  path: `/payments/${TOKEN}`,
  holder: "Hawa Camara",
  share_url: null,
  timeline: [],
  state: "waiting",
  is_test: false,
  refusal: null,
  by_hand: false,
  announced: [],
  at: new Date(),
  unsettled: true,
  means: [],
  key: "k",
  held_until: null,
  operator: "PayPal",
  asks_pin: false,
  pay_url: null,
  refresh: 4,
  cancellable: false,
  returns: [],
  receipts: [],
  reference: "FGE-7K3M-2Q",
  owed: {
    reference: "FGE-7K3M-2Q",
    price_amount: 25_000,
    price_currency: "XOF",
    received: 0,
    due: 25_000,
    until: null,
  },
} as unknown as PaymentView;

const DOCUMENT: DocumentFrame = {
  css: "",
  script: "",
  sharingScript: "",
  publicUrl: "https://fge.example",
  reference: "",
  missing: false,
  sitePicture: "/share/x.jpg",
  iconsMark: "x",
  federation: DEFAULT_SETTINGS.federation,
  minorAge: DEFAULT_SETTINGS.minors.age,
  logo: DEFAULT_SETTINGS.site_logo.main_logo,
};

const markupOf = (shown: PaymentView, leaving: string | null, back = false) =>
  renderToStaticMarkup(
    createElement(
      MemoryRouter,
      { initialEntries: [`/payments/${TOKEN}?leave=1`] },
      createElement(
        DocumentContext,
        { value: DOCUMENT },
        createElement(PaymentScreen, {
          payment: shown,
          leaving,
          back,
          unavailable: false,
          moved: false,
        }),
      ),
    ),
  );

const refreshOf = (leaving: string | null) =>
  /<meta http-equiv="refresh" content="([^"]*)"/i.exec(markupOf(payment, leaving))?.[1];

test("a page that led away looks again at its own address, so that it does not lead away once more", () => {
  expect(refreshOf("https://operator.example/pay")).toBe("0;url=https://operator.example/pay");
  expect(refreshOf(null)).toBe(`4;url=/payments/${TOKEN}`);
});

test("whoever comes back from the operator reads that we wait, and is not asked to pay again", () => {
  const waiting = { ...payment, pay_url: "https://operator.example/pay" };
  expect(markupOf(waiting, null)).toContain('class="button w-full" href="https://operator');
  const back = markupOf(waiting, null, true);
  expect(back).toContain("payment.backText");
  expect(back).toContain('class="link" href="https://operator');
  expect(back).toContain(`4;url=/payments/${TOKEN}?back=1`);
  expect(markupOf({ ...waiting, state: "paid" }, null, true)).toContain("payment.paid");
});

test("an e-mail is promised to whoever paid only by a site that sends some", () => {
  const paid = (some: Partial<PaymentView>) =>
    markupOf({ ...payment, state: "paid", refresh: null, unsettled: false, ...some }, null);
  expect(paid({ writes: true })).toContain("payment.paidText");
  expect(paid({ writes: false })).toContain("payment.paidUnwrittenText");
  expect(paid({ writes: true, shared: true })).toContain("payment.sharedPaidText");
  expect(paid({ writes: false, shared: true })).toContain("payment.sharedPaidUnwrittenText");
});

test("what is left to pay is said while somebody may pay it, and no more once the order is over", () => {
  const part = { ...payment, owed: { ...payment.owed, received: 10_000, due: 15_000 } };
  expect(markupOf({ ...part, state: "examined" }, null)).toContain("payment.due<");
  const over = markupOf({ ...part, state: "noPlace" }, null);
  expect(over).toContain("payment.received<");
  expect(over).not.toContain("payment.due<");
});
