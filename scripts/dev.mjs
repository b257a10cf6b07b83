// npm run dev: the same server/main.ts as in production, reloaded on change, with Vite before it.
import { createServer } from "node:http";
import { startOperators } from "../simulators/start.ts";
import { ensureInstalled, run } from "./setup.mjs";

process.env.NODE_ENV = "development";
ensureInstalled();
run("node", ["database/seed/render-pictures.ts"]);

const port = Number(process.env.PORT ?? 3000);
await startOperators(`http://localhost:${port}`);

const { createServer: createVite } = await import("vite");
const server = createServer();
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } });
// Documents carry no framework that could take a change in, so the browser loads them again.
vite.watcher.on("change", () => vite.ws.send({ type: "full-reload" }));
const load = () => vite.ssrLoadModule("/server/main.ts");
await (await load()).prepare();

server.on("request", (request, response) => {
  vite.middlewares(request, response, async () => {
    try {
      await (await load()).answer(request, response);
    } catch (error) {
      vite.ssrFixStacktrace(error);
      console.error(error);
      response.writeHead(500).end(String(error.stack));
    }
  });
});
server.listen(port, () => console.log(`http://localhost:${port}`));
