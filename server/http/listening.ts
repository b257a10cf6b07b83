import { createServer, type Server } from "node:net";
import type { Env } from "../../app/core/process/env.server.ts";

/** An open socket, or where one is to be opened. */
type Place = { fd: number } | { port: number; host: string };

/** The first descriptor that a service manager hands over, after input, output and errors. */
const FIRST_INHERITED = 3;

/**
 * The socket that a service manager opened for us (systemd's socket activation): connections wait in it while
 * one process is replaced by the next, so that none is refused. Undefined where nobody did. It is taken once:
 * what we start ourselves is not given it.
 * @throws Error when there are several, of which we would serve one only.
 */
export function takeInheritedSocket(environment: NodeJS.ProcessEnv): { fd: number } | undefined {
  const { LISTEN_FDS, LISTEN_PID } = environment;
  for (const name of ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"]) delete environment[name];
  // What was meant for whoever started us is not ours.
  if (!LISTEN_FDS || Number(LISTEN_PID) !== process.pid) return undefined;
  if (LISTEN_FDS === "1") return { fd: FIRST_INHERITED };
  throw new Error(`LISTEN_FDS=${LISTEN_FDS}: un seul socket est servi (one socket is served)`);
}

/** Where the site is to listen, which is free: tried, unless somebody has opened it for us. */
export async function findPlace({ PORT, HOST }: Pick<Env, "PORT" | "HOST">): Promise<Place> {
  const inherited = takeInheritedSocket(process.env);
  if (inherited) return inherited;
  const place = { port: PORT, host: HOST };
  const probe = createServer();
  await listen(probe, place);
  await new Promise((closed) => probe.close(closed));
  return place;
}

export function listen(server: Server, place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(place, () => resolve());
  });
}
