import { useEffect, useRef, useState } from "react";

const PLACEHOLDERS = {
  news: "placeholder-news",
  event: "placeholder-event",
  person: "placeholder-person",
  logo: "placeholder-partner",
  document: "placeholder-document",
} as const;

/** Generated and uploaded pictures of the site, which have small versions. */
const WITH_SMALL_VERSIONS =
  /^(\/pictures\/[\w-]+|\/files\/uploads\/[\w-]+)\.(?:jpg|png|webp|avif|gif)$/;

const IN_ROW = "h-10 w-14 border border-line max-md:hidden";

type Props = {
  src: string | null;
  kind: keyof typeof PLACEHOLDERS;
  /** Its size, where it is not beside a row. */
  className?: string;
};

/** The small picture of a record in a list; a placeholder when there is none or it does not load. */
export function Thumbnail({ src, kind, className = IN_ROW }: Props) {
  const [broken, setBroken] = useState(false);
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before hydration.
    const { complete, naturalWidth } = picture.current ?? {};
    if (complete && naturalWidth === 0) setBroken(true);
  }, []);
  const address = src && !broken ? src : `/pictures/${PLACEHOLDERS[kind]}.jpg`;
  return (
    <img
      ref={picture}
      src={address.replace(WITH_SMALL_VERSIONS, "$1-320.webp")}
      alt=""
      width={56}
      height={40}
      loading="lazy"
      onError={() => setBroken(true)}
      className={`shrink-0 rounded-control bg-sand object-cover ${className}`}
    />
  );
}
