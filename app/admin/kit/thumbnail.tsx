import { useState } from "react";

const PLACEHOLDERS = {
  news: "placeholder-news",
  event: "placeholder-event",
  person: "placeholder-person",
  logo: "placeholder-partner",
  document: "placeholder-document",
} as const;

/** Drawn and uploaded pictures lie ready in small. */
const OWN = /^(\/pictures\/[\w-]+|\/files\/uploads\/[\w-]+)\.(?:jpg|png|webp|avif|gif)$/;

type Props = { src: string | null; kind: keyof typeof PLACEHOLDERS };

/** The small picture beside a name in a list; a drawn one when there is none or it does not load. */
export function Thumbnail({ src, kind }: Props) {
  const [broken, setBroken] = useState(false);
  const address = src && !broken ? src : `/pictures/${PLACEHOLDERS[kind]}.jpg`;
  return (
    <img
      src={address.replace(OWN, "$1-320.webp")}
      alt=""
      width={56}
      height={40}
      loading="lazy"
      onError={() => setBroken(true)}
      className="h-10 w-14 shrink-0 rounded-control border border-line bg-sand object-cover max-md:hidden"
    />
  );
}
