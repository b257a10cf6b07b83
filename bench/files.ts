import { setTimeout as pause } from "node:timers/promises";
import { ADMINISTRATOR } from "../tests/support/browser/office.ts";
import { startProduct } from "../tests/support/product/product.ts";
import { StaffClient } from "../tests/support/product/staff-client.ts";
import { FILES } from "./budgets.ts";
import { residentMegabytes } from "./child.ts";
import { atMost, count, type Group, infoRow, type Row } from "./table.ts";

const MB = 1024 ** 2;
const LARGEST = 25 * MB;
const LOOK_EVERY_MS = 25;
const WARM_UPS = 200;

/** Many files in, and many out in one archive: the memory of the process hardly notices. */
export const measure: Group = async (tell) => {
  const product = await startProduct({
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  try {
    const staff = await StaffClient.signIn(product.url);
    const grain = Buffer.alloc(MB, "abcdefgh");
    // What stays in memory once is not growth: code is compiled, buffers are kept for the next.
    tell("warming up");
    const first = await staff.uploaded(Buffer.alloc(LARGEST, "a"), "premier.txt");
    for (let number = 0; number < WARM_UPS; number++) await staff.uploaded(grain, "avant.txt");
    await drain(await staff.get(`/admin/files/zip?ids=${first.id}`));

    tell(`${count(FILES.uploads)} uploads`);
    let refused = 0;
    const ids: string[] = [];
    const uploading = await peakDuring(product.pid, async () => {
      for (let number = 0; number < FILES.uploads; number++) {
        const last = (await staff.upload(bodyOf(number, grain), `fichier-${number}.txt`)).at(-1);
        if (last && "id" in last) ids.push(last.id);
        if (last && "refused" in last) refused += 1;
      }
    });

    tell(`an archive of ${count(FILES.zipped)} files`);
    let bytes = 0;
    const packing = await peakDuring(product.pid, async () => {
      const idList = ids.slice(0, FILES.zipped).join(",");
      bytes = await drain(await staff.get(`/admin/files/zip?ids=${idList}`));
    });
    return [
      infoRow(`${count(FILES.uploads)} uploads, one of 25 MB`, `${count(refused)} refused, of 3`),
      grownRow("  memory at its highest, above what it was", uploading),
      infoRow(`An archive of ${count(FILES.zipped)} files`, `${Math.round(bytes / MB)} MB`),
      grownRow("  memory at its highest, above what it was", packing),
    ];
  } finally {
    await product.stop();
  }
};

/** One of the largest that is taken, one above it, one that is empty, one that is a program; else 1 MB. */
function bodyOf(number: number, usual: Buffer): Buffer {
  if (number === 50) return Buffer.alloc(LARGEST, "a");
  if (number === 100) return Buffer.alloc(LARGEST + 1, "a");
  if (number === 200) return Buffer.alloc(0);
  return number === 300 ? Buffer.from(`MZ${"\0".repeat(500)}`) : usual;
}

async function drain(answer: Response): Promise<number> {
  let bytes = 0;
  for await (const piece of answer.body ?? []) bytes += piece.length;
  return bytes;
}

/** How much more memory the process held while the work went on, in MB; undefined where nobody knows. */
async function peakDuring(pid: number, work: () => Promise<void>): Promise<number | undefined> {
  const before = residentMegabytes(pid);
  let peak = before ?? 0;
  let working = true;
  const finished = work().finally(() => {
    working = false;
  });
  while (working) {
    peak = Math.max(peak, residentMegabytes(pid) ?? 0);
    await pause(LOOK_EVERY_MS);
  }
  await finished;
  return before === undefined ? undefined : peak - before;
}

function grownRow(what: string, grown: number | undefined): Row {
  if (grown === undefined) return infoRow(what, "unknown on this system");
  return atMost(what, FILES.grownMb, grown, (mb) => `${Math.round(mb)} MB`);
}
