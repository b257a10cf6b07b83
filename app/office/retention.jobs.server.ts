import { log } from "../core/log/log.server.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { HOUR } from "../core/values/durations.ts";
import { sweepRetention } from "./retention.system.server.ts";

export const retentionJob: Job = {
  name: "data.retention",
  byCalendar: true,
  everyMs: 6 * HOUR,
  daily: true,
  async run(stopping) {
    const removed = await sweepRetention(stopping);
    for (const [rule, count] of Object.entries(removed)) {
      log.info({ what: rule, count }, "data whose term is over is gone");
    }
  },
};
