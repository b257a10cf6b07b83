import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  // The whole route list comes with the first hydrated page, so that no /__manifest request is needed.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
