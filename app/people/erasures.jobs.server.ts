import { log } from "../core/log/log.server.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { HOUR } from "../core/values/durations.ts";
import { reapplyErasures, saveErasures } from "./erasure-file.system.server.ts";

/** At every start, since a backup may have been restored before it. */
export const erasuresJob: Job = {
  name: "people.erasures",
  everyMs: HOUR,
  async run() {
    const count = await reapplyErasures();
    if (count > 0) log.warn({ count }, "people whom a backup brought back were erased again");
    await saveErasures();
  },
};
