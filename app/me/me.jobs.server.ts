import type { Job } from "../core/process/jobs.server.ts";
import { HOUR } from "../core/values/durations.ts";
import { forgetDataLinks } from "../people/own-data.system.server.ts";
import { forgetSignIns } from "./sign-in.system.server.ts";

/** Links to one's own data and sign-ins to one's own space that open nothing any more. */
export const forgetPersonalLinksJob: Job = {
  name: "people.forget",
  byCalendar: true,
  everyMs: HOUR,
  async run() {
    await forgetDataLinks();
    await forgetSignIns();
  },
};
