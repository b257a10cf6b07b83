import { useEffect, useRef, useState } from "react";

const PLACEHOLDERS = {
  news: "placeholder-news",
  event: "placeholder-event",
  person: "placeholder-person",
  logo: "placeholder-partner",
  document: "placeholder-document",
} as const;

/** Small versions of drawn and uploaded pictures exist already. */
const OWN = /^(\/pictures\/[\w-]+|\/files\/uploads\/[\w-]+)\.(?:jpg|png|webp|avif|gif)$/;

const IN_ROW = "h-10 w-14 border border-line max-md:hidden";

type Props = {
  src: string | null;
  kind: keyof typeof PLACEHOLDERS;
  /** Its size, where it is not beside a row. */
  className?: string;
};

/** The small picture of a record in a list; a drawn one when there is none or it does not load. */
export function Thumbnail({ src, kind, className = IN_ROW }: Props) {
  const [broken, setBroken] = useState(false);
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before the script was there to hear it.
    const { complete, naturalWidth } = picture.current ?? {};
    if (complete && naturalWidth === 0) setBroken(true);
  }, []);
  const address = src && !broken ? src : `/pictures/${PLACEHOLDERS[kind]}.jpg`;
  return (
    <img
      ref={picture}
      src={address.replace(OWN, "$1-320.webp")}
      alt=""
      width={56}
      height={40}
      loading="lazy"
      onError={() => setBroken(true)}
      className={`shrink-0 rounded-control bg-sand object-cover ${className}`}
    />
  );
}
