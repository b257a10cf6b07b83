/** What a picture is of: decides its ratio, the widths that exist for it and its placeholder. */
type PictureKind = "wide" | "text" | "news" | "event" | "person" | "logo" | "document";

type Shape = {
  width: number;
  height: number;
  widths: readonly number[];
  /** The widest in WebP, where it says the same in so many more bytes that it would be too heavy. */
  widestWebp?: number;
  placeholder: string;
};

const SHAPES: Record<PictureKind, Shape> = {
  wide: {
    width: 1280,
    height: 720,
    widths: [480, 640, 960, 1280],
    placeholder: "placeholder-news",
  },
  /** Within a text: none of them weighs more than 15 KB. */
  text: {
    width: 640,
    height: 360,
    widths: [320, 480, 640],
    widestWebp: 480,
    placeholder: "placeholder-news",
  },
  news: { width: 640, height: 360, widths: [320, 480, 640, 960], placeholder: "placeholder-news" },
  event: {
    width: 640,
    height: 480,
    widths: [320, 480, 640, 960],
    placeholder: "placeholder-event",
  },
  person: { width: 480, height: 480, widths: [320, 480, 640], placeholder: "placeholder-person" },
  logo: { width: 480, height: 320, widths: [320, 480], placeholder: "placeholder-partner" },
  document: { width: 320, height: 427, widths: [320, 480], placeholder: "placeholder-document" },
};

/** Drawn and uploaded pictures lie ready in several widths and formats; those elsewhere do not. */
const DRAWN = /^(\/pictures\/[\w-]+)\.jpg$/;
const UPLOADED = /^(\/files\/uploads\/[\w-]+)\.(?:jpg|png|webp|avif|gif)$/;

/** The address of a picture that is only ever shown small: of an uploaded one, a smaller version. */
export function smallPicture(address: string, width: 320 | 480): string {
  const stem = UPLOADED.exec(address)?.[1];
  return stem ? `${stem}-${width}.webp` : address;
}

/** What is shown of a picture when its page is shared: a JPEG, where there is one. */
export function sharePicture(address: string | null | undefined): string | undefined {
  const upload = UPLOADED.exec(address ?? "")?.[1];
  if (upload) return `${upload}-1200.jpg`;
  return address?.endsWith(".jpg") ? address : undefined;
}

const srcSet = (stem: string, { widths, widestWebp = 9_999 }: Shape, format: "avif" | "webp") =>
  widths
    .filter((width) => format === "avif" || width <= widestWebp)
    .map((width) => `${stem}-${width}.${format} ${width}w`)
    .join(", ");

type PictureProps = {
  /** Null or empty: the placeholder of the kind. */
  src: string | null;
  kind: PictureKind;
  /** Empty for a picture that only decorates. */
  alt: string;
  /** The `sizes` of the picture on the page. */
  sizes: string;
  /** The first picture that a visitor sees: fetched at once, the others when they come near. */
  first?: boolean;
  /** Its own dimensions, where it is shown in its own ratio. */
  size?: { width: number; height: number };
  className?: string;
};

/** A picture of the site, with its dimensions, in AVIF or WebP at the width that the screen needs. */
export function Picture(props: PictureProps) {
  const { src, kind, alt, sizes, first = false, size, className } = props;
  const shape = SHAPES[kind];
  const placeholder = `/pictures/${shape.placeholder}.jpg`;
  const address = src || placeholder;
  const stem = (DRAWN.exec(address) ?? UPLOADED.exec(address))?.[1];
  const shared = {
    width: size?.width ?? shape.width,
    height: size?.height ?? shape.height,
    className: `picture ${className ?? ""}`.trimEnd(),
    "data-placeholder": `/pictures/${shape.placeholder}-320.webp`,
    ...(first ? { fetchPriority: "high" as const } : { loading: "lazy" as const }),
    decoding: "async" as const,
  };
  if (!stem) return <img alt={alt} {...shared} src={address} referrerPolicy="no-referrer" />;
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={srcSet(stem, shape, "avif")} sizes={sizes} />
      <img
        alt={alt}
        {...shared}
        src={`${stem}-${shape.widths[1]}.webp`}
        srcSet={srcSet(stem, shape, "webp")}
        sizes={sizes}
      />
    </picture>
  );
}
