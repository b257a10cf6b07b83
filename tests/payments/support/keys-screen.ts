import { changeKeys } from "../../../app/payments/providers/online-payments.server.ts";
import type { TestBrowser } from "../../auth/browser.ts";

// What administrators do on the screen of the payments online.

export const DJOMY = {
  clientId: "djomy-merchant-001",
  clientSecret: "nobody-reads-this-4f2a",
  partnerDomain: "federation.example",
  mode: "live" as const,
};
export const PAYPAL = {
  clientId: "AYSq3RDGsmBLJE-otTkB",
  clientSecret: "nor-does-anybody-77c1",
  webhookId: "8PT597110X687430LKGECATA",
  mode: "test" as const,
};

type Someone = { browser: TestBrowser };

export async function pressKeys({ browser }: Someone, values: Record<string, string>) {
  const { context } = await browser.asStaff();
  return changeKeys(context, values);
}

export const saveKeys = (
  who: Someone,
  values: Record<string, string> = { ...DJOMY },
  provider = "djomy",
) => pressKeys(who, { ...values, intent: `save-${provider}` });
