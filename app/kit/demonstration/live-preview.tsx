import { lazy, Suspense } from "react";
import type { PreviewProps } from "./preview.tsx";

/** It holds the words of the public site in both languages, so it comes after the form. */
const Preview = lazy(async () => ({ default: (await import("./preview.tsx")).Preview }));

/** Shows how the values of the surrounding form will look on the public site, in both languages. */
export const LivePreview = (props: PreviewProps) => (
  <Suspense>
    <Preview {...props} />
  </Suspense>
);
