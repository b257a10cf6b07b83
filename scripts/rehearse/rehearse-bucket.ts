// A store that speaks S3, in a thread of its own: the rehearsal waits for its commands without serving anybody.
import { parentPort, workerData } from "node:worker_threads";
import { makeS3Server } from "../../tests/support/s3-server.ts";

const { port } = await makeS3Server(workerData).run();
parentPort?.postMessage(port);
