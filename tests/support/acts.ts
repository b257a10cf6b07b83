import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A line of the table of acts in docs/threat-model.md. */
export type Act = {
  act: string;
  address: string;
  /** What its form sends as `intent`. */
  change: string;
  begins: string;
  confirms: string;
  saw: string;
  told: string;
  tried: string;
};

const text = readFileSync(join(import.meta.dirname, "../../docs/threat-model.md"), "utf8");

/** THE ACTS that move money, change who may come in, or remove something for good, as they are written down. */
export const ACTS: Act[] = text
  .split("\n")
  .filter((line) => line.startsWith("| `/admin"))
  .map((line) => {
    const cells = line.split("|").slice(1, -1);
    const [act = "", begins = "", confirms = "", saw = "", told = "", tried = ""] = cells.map(
      (cell) => cell.trim().replaceAll("`", ""),
    );
    const [address = "", change = ""] = act.split(" ");
    return { act, address, change, begins, confirms, saw, told, tried };
  });

/** Whether its button names records as they were seen. */
export const isOfRecords = ({ saw }: Act): boolean => saw.startsWith("record");
