import type { QrCode } from "../files/qr-code.server.ts";

type Props = { code: QrCode /** What it is the code of, for a screen reader. */; label: string };

/** A code as large as a phone allows, black on white, so that it scans from an arm’s length in sunlight. */
export function QrPicture({ code: { size, path }, label }: Props) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width="340"
      height="340"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="mx-auto h-auto bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
