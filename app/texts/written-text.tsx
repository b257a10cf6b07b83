import { CirclePlay } from "lucide-react";
import { createElement, type ReactNode } from "react";
import { useI18n } from "../i18n/i18n.ts";
import { neutralPath, pathIn } from "../i18n/languages.ts";
import { Picture } from "../ui/picture.tsx";
import { Paragraphs } from "../ui/text.tsx";
import { TEXT_CLASSES } from "./text-classes.tsx";
import {
  type Block,
  isOwnPath,
  isOwnPicture,
  isSafeHref,
  type List,
  type PictureBlock,
  type Run,
  type Table,
  type VideoBlock,
  type Written,
} from "./text-document.ts";

type Props = {
  value: Written;
  /** The level of the heading above it. */
  under: 1 | 2 | 3;
  /** It stands in a small place, and so do its titles. */
  minor?: true;
};

/** A text of staff as visitors read it. */
export function WrittenText({ value, under, minor }: Props) {
  if (!value.document) return <Paragraphs value={value} />;
  const shift = under - 1;
  return value.document.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two blocks may be the same, and they never move
    <BlockView key={place} block={block} shift={shift} minor={minor} lang={value.lang} />
  ));
}

type ViewProps = { block: Block; shift?: number; minor?: true; lang?: string };

function BlockView({ block, shift = 0, minor, lang }: ViewProps): ReactNode {
  switch (block.type) {
    case "paragraph":
      return (
        <p lang={lang}>
          <Runs runs={block.runs} />
        </p>
      );
    case "heading":
      return createElement(
        `h${block.level + shift}`,
        { lang, className: TEXT_CLASSES[minor ? "minor" : block.level === 2 ? "section" : "part"] },
        <Runs runs={block.runs} />,
      );
    case "list":
      return <ListView list={block} lang={lang} />;
    case "quotation":
      return (
        <blockquote lang={lang} className={TEXT_CLASSES.quotation}>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case "table":
      return <TableView table={block} lang={lang} />;
    case "picture":
      return <PictureView picture={block} lang={lang} />;
    case "video":
      return <VideoView video={block} lang={lang} />;
    case "action":
      return (
        <p lang={lang}>
          <SafeLink href={block.href} className={TEXT_CLASSES.action}>
            {block.label}
          </SafeLink>
        </p>
      );
  }
}

const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never move
    <BlockView key={place} block={block} />
  ));

function ListView({ list, lang }: { list: List; lang?: string }) {
  const items = list.items.map((item, place) => {
    const [only, ...others] = item;
    const isShort = only?.type === "paragraph" && !others.some(({ type }) => type === "paragraph");
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <li key={place}>
        {isShort ? (
          <>
            <Runs runs={only.runs} />
            <Blocks blocks={others} />
          </>
        ) : (
          <Blocks blocks={item} />
        )}
      </li>
    );
  });
  if (!list.ordered) {
    return (
      <ul lang={lang} className={TEXT_CLASSES.bullets}>
        {items}
      </ul>
    );
  }
  const start = list.start === 1 ? undefined : list.start;
  return (
    <ol lang={lang} start={start} className={TEXT_CLASSES.numbers}>
      {items}
    </ol>
  );
}

/** Wider than a phone, it moves within its box; with the keyboard too, since the box can be reached. */
function TableView({ table, lang }: { table: Table; lang?: string }) {
  const { t } = useI18n();
  const [head = [], ...rows] = table.rows;
  return (
    <section
      lang={lang}
      aria-label={t("common.table")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
      tabIndex={0}
      className={TEXT_CLASSES.tableBox}
    >
      <table className={TEXT_CLASSES.table}>
        <thead>
          <tr>
            {head.map((cell, place) =>
              cell.length > 0 ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: they never move
                <th key={place} scope="col" className={TEXT_CLASSES.head}>
                  <Runs runs={cell} />
                </th>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: they never move
                <td key={place} className={TEXT_CLASSES.head} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never move
            <tr key={line}>
              {row.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they never move
                <td key={place} className={TEXT_CLASSES.cell}>
                  <Runs runs={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PictureView({ picture, lang }: { picture: PictureBlock; lang?: string }) {
  const { src, alt, caption, size } = picture;
  if (!isOwnPicture(src)) return caption || alt ? <p lang={lang}>{caption || alt}</p> : null;
  return (
    <figure lang={lang}>
      <Picture
        src={src}
        kind="text"
        alt={alt}
        size={size}
        sizes="(max-width: 560px) 320px, 640px"
      />
      {caption && <figcaption className={TEXT_CLASSES.caption}>{caption}</figcaption>}
    </figure>
  );
}

/** A picture that leads to the video: nothing of another site comes with the page. */
function VideoView({ video, lang }: { video: VideoBlock; lang?: string }) {
  const { t } = useI18n();
  const { href, title, picture } = video;
  const src = isOwnPicture(picture) ? picture : null;
  return (
    <p lang={lang}>
      <SafeLink href={href} className="relative block">
        {src && <Picture src={src} kind="text" alt="" sizes="(max-width: 560px) 320px, 640px" />}
        <span className="mt-2 flex gap-3">
          <CirclePlay aria-hidden="true" size={28} className="shrink-0 text-leaf" />
          <span className="link">{title || t("common.video")}</span>
        </span>
      </SafeLink>
    </p>
  );
}

function Runs({ runs }: { runs: readonly Run[] }): ReactNode {
  return runs.map((run, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: they never move
    "text" in run ? <Words key={place} run={run} /> : <br key={place} />,
  );
}

function Words({ run: { text, bold, italic, href } }: { run: Extract<Run, { text: string }> }) {
  const slanted = italic ? <em>{text}</em> : text;
  const words = bold ? <strong>{slanted}</strong> : slanted;
  if (!href) return words;
  return (
    <SafeLink href={href} className={TEXT_CLASSES.link}>
      {words}
    </SafeLink>
  );
}

type LinkProps = { href: string; className: string; children: ReactNode };

/** A link to where visitors may be led, within their language; anything else is its words alone. */
function SafeLink({ href, className, children }: LinkProps) {
  const { language } = useI18n();
  if (!isSafeHref(href)) return <span>{children}</span>;
  const isFile = /^\/(?:files|pictures)\//.test(href);
  const address = isOwnPath(href) && !isFile ? pathIn(language, neutralPath(href)) : href;
  return (
    <a href={address} className={className}>
      {children}
    </a>
  );
}
