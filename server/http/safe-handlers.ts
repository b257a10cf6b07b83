import { isRouteErrorResponse, type ServerBuild } from "react-router";
import { Fault } from "../../app/core/values/errors.ts";

type Handler = (args: never) => unknown;

/**
 * The build with loaders and actions that throw errors and answers alone. Of an error the router tells the
 * browser nothing, but any other thrown value it sends along as it is, whatever a library put into it.
 */
export function withSafeHandlers(build: ServerBuild): ServerBuild {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      if (!route) return [id, route];
      const { loader, action } = route.module;
      const module = {
        ...route.module,
        ...(loader && { loader: safe(loader) }),
        ...(action && { action: safe(action) }),
      };
      return [id, { ...route, module }];
    }),
  );
  return { ...build, routes };
}

function safe<H extends Handler>(handler: H): H {
  return (async (args: never) => {
    try {
      return await handler(args);
    } catch (thrown) {
      if (mayBeThrown(thrown)) throw thrown;
      throw new Fault("something was thrown that is no error", { cause: thrown });
    }
  }) as unknown as H;
}

const mayBeThrown = (thrown: unknown): boolean =>
  thrown instanceof Error ||
  thrown instanceof Response ||
  isRouteErrorResponse(thrown) ||
  // What the router's `data` makes, with a status of ours.
  (thrown as { type?: unknown } | null)?.type === "DataWithResponseInit";
