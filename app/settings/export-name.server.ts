import { currentTime } from "../core/process/clock.ts";
import { isoDay } from "../i18n/format.ts";
import { readSettings } from "./settings.visitor.server.ts";

/** What a file that staff take with them is called: 'fge-membres-2026-03-01' for 'membres'. */
export async function exportName(content: string): Promise<string> {
  const { federation } = await readSettings();
  return `${federation.export_prefix}-${content}-${isoDay(currentTime())}`;
}
