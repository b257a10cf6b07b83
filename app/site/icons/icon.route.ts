import { ICON_NAMES, type IconName } from "../../files/children/media.ts";
import type { Route } from "./+types/icon.route.ts";
import { iconResponse } from "./site-icons.server.ts";

/** `192.png`, or with the mark of its logo `192-a1B2c3D4.png`. */
const ICON = /^(\w+)(?:-([\w-]{8}))?(\.\w+)$/;

function readName(value: string): { name: IconName; mark?: string } | undefined {
  const [, stem = "", mark, ending = ""] = ICON.exec(value) ?? [];
  const name = ICON_NAMES.find((one) => one === stem + ending);
  return name && { name, mark };
}

const iconName = (value: string) => (readName(value) ? value : undefined);

export const handle = { segments: { icon: iconName } };

export function loader({ request, params }: Route.LoaderArgs) {
  const icon = readName(params.icon);
  if (!icon) return new Response(null, { status: 404 });
  return iconResponse(request, icon.name, icon.mark);
}
