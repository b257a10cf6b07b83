import { startChild } from "./child.ts";
import type { PaymentsApi } from "./payments.child.ts";
import { count, type Group, infoRow, type Row } from "./table.ts";

const SCHEDULES = 10_000;

/** Payments under everything that goes wrong: half of the orders hold a place, half do not. */
export const measure: Group = async (tell) => {
  tell(`${count(SCHEDULES)} random schedules, several minutes`);
  const began = performance.now();
  const outcomes = await Promise.all((["places", "memberships"] as const).map(share));
  for (const { wrong } of outcomes) if (wrong) console.error(wrong);
  const wrongs = outcomes.filter(({ wrong }) => wrong !== undefined).length;
  const minutes = (performance.now() - began) / 60_000;
  const row: Row = {
    what: `Wrong states in ${count(SCHEDULES)} payment schedules`,
    budget: "0",
    measured: wrongs === 0 ? "0" : "found, see above",
    ok: wrongs === 0,
  };
  return [row, infoRow("Time for them", `${minutes.toFixed(1)} min`)];
};

async function share(kind: "places" | "memberships"): Promise<{ wrong?: string }> {
  const child = startChild<PaymentsApi>("payments.child.ts", { LOG_LEVEL: "silent" });
  try {
    await child.ask("play", [SCHEDULES / 2, kind]);
    return {};
  } catch (error) {
    return { wrong: String(error) };
  } finally {
    await child.stop();
  }
}
