import { join, resolve, sep } from "node:path";
import { env } from "./env.server.ts";

/** The folder of uploaded and sample files. */
export const filesFolder = () => join(env().DATA_DIR, "files");

const PREFIX = "/files/";

/** Whether an address is meant to be a stored file. */
export const isStored = (address: string) => address.startsWith(PREFIX);

/** The file on disk behind an address such as `/files/x.pdf`, or undefined when it is not one of ours. */
export function storedFile(address: string): string | undefined {
  if (!isStored(address)) return undefined;
  let name: string;
  try {
    name = decodeURIComponent(address.slice(PREFIX.length));
  } catch {
    return undefined;
  }
  if (name.includes("\0")) return undefined;
  const root = resolve(filesFolder());
  const file = resolve(join(root, name));
  return file.startsWith(root + sep) ? file : undefined;
}
