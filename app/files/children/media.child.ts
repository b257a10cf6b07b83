// The process in which files of others are opened: pictures and documents are programs to their readers,
// and one that takes all memory or never ends must take nothing else with it. It knows neither settings nor
// database, gets paths, and writes beside them.
import { Worker } from "node:worker_threads";
import { serveTasks } from "../../core/process/child-tasks.ts";
import { examine } from "./examine.child.ts";
import { FileFault, type MediaResults, type MediaTask, type MediaTasks } from "./media.ts";
import { makeVersions } from "./pictures.child.ts";

const work: { [Name in MediaTask]: (request: MediaTasks[Name]) => Promise<MediaResults[Name]> } = {
  examine: ({ path, filename }) => examine(path, filename),
  async picture({ path }) {
    await makeVersions(path);
    return null;
  },
  async pdf({ path }) {
    const { makeCover } = await import("./pdf.child.ts");
    return makeCover(path);
  },
  async text({ path }) {
    const { readText } = await import("./pdf.child.ts");
    return readText(path);
  },
  async small({ path, shape }) {
    const { makeSmall } = await import("./small.child.ts");
    await makeSmall(path, shape);
    return null;
  },
  async card(request) {
    const { drawCard } = await import("./card.child.ts");
    await drawCard(request);
    return null;
  },
  async icons({ path, logo }) {
    const { drawIcons } = await import("./icons.child.ts");
    await drawIcons(logo, path);
    return null;
  },
};

/** What was wrong, in one word: what a library says of it stays here, since it may quote the file. */
function failureCode(error: unknown): string {
  if (error instanceof FileFault) return error.fault;
  const { code, message } = error as NodeJS.ErrnoException;
  return /^(?:ENOSPC|EDQUOT)$/.test(code ?? "") || /no space left/i.test(message)
    ? "full"
    : "broken";
}

// Whose child this is comes as an argument: read here, it would be another process when the product is gone already.
const [memoryMb, priority = 0, parent] = process.argv.slice(2).map(Number);
// A thread of its own sees what happens while this one is busy.
new Worker(new URL("./media-guard.child.ts", import.meta.url), {
  workerData: { memoryMb, parent },
});
serveTasks(priority, work, failureCode);
