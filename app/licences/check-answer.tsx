import type { ReactNode } from "react";
import { useI18n } from "../i18n/i18n.ts";
import type { Colour } from "./card-verdict.ts";
import { PHOTO_SIZE } from "./photos/photos.ts";

const FACTS = ["name", "number", "born", "kind", "from", "until"] as const;
export type Fact = (typeof FACTS)[number];

type Props = {
  /** Absent where the script of checks without a network fills it in. */
  colour?: Colour;
  title: string;
  lead: string;
  facts?: Readonly<Partial<Record<Fact, string>>>;
  /** Until when somebody is suspended, or how long the licence lasts. */
  until?: string;
  /** What the club is called. */
  club?: string;
  /** The address of the holder's photograph, which only a check with a network has. */
  photo?: string;
  /** How this is known. */
  source?: string;
  /** What can be done next. */
  children: ReactNode;
};

/** The answer to a card, the same with a network and without; the script finds its parts by `data-part`. */
export function CheckAnswer({ colour, title, lead, children, ...answer }: Props) {
  const { facts, until, club, photo, source } = answer;
  const { t } = useI18n();
  const colours = colour ? [colour] : (["green", "amber", "red"] as const);
  return (
    <>
      {/* The menu lies on the night, whatever the colour of the answer is. */}
      <div className="bg-night pt-20" />
      <div
        className={`slant pt-6 ${colour ? SIGNS[colour].head : "on-dark bg-night text-white"}`}
        data-part="head"
      >
        <div className="wrap wrap-anywhere">
          <h1 className="flex flex-wrap items-center gap-3 text-3xl">
            {colours.map((one) => (
              <Sign key={one} colour={one} hidden={!colour} />
            ))}
            <span data-part="title">{title}</span>
          </h1>
          <p className="mt-2 font-semibold" data-part="lead">
            {lead}
          </p>
        </div>
      </div>
      <div
        className={`wrap section ${facts || !colour ? "max-w-[720px]" : ""}`}
        data-part="answer"
        hidden={!colour}
      >
        {(facts || !colour) && (
          <article className="card mb-8 p-6 shadow-card wrap-anywhere md:p-10" data-part="card">
            {!colour && <ul className="mb-6 font-semibold" data-part="notes" />}
            {(until || !colour) && (
              <p className="mb-6 font-semibold" data-part="until">
                {until}
              </p>
            )}
            <div className="flex flex-wrap gap-x-6 gap-y-4">
              {photo && (
                <img
                  src={photo}
                  {...PHOTO_SIZE}
                  alt={t("photo.alt")}
                  className="mt-2 rounded-control"
                />
              )}
              <dl className="flex-1 basis-60 divide-y divide-line">
                {FACTS.map((fact) => {
                  const value = facts?.[fact];
                  if (colour && value === undefined) return null;
                  return (
                    <div key={fact} className="flex flex-wrap justify-between gap-x-6 py-2">
                      <dt className="text-muted">{t(`check.${fact}`)}</dt>
                      <dd className="text-lg font-bold" data-part={`fact-${fact}`}>
                        {value}
                      </dd>
                    </div>
                  );
                })}
                {(club || !colour) && (
                  <div className="flex flex-wrap justify-between gap-x-6 py-2">
                    {/* Without a network nobody knows whether the person is still of it. */}
                    <dt className="text-muted">{t(colour ? "club.label" : "check.cardClub")}</dt>
                    <dd className="text-lg font-bold" data-part="fact-club">
                      {club}
                    </dd>
                  </div>
                )}
              </dl>
            </div>
            <p className="mt-4" data-part="compare">
              {t(photo ? "check.compareFace" : "check.compare")}
            </p>
            <p className="mt-6 text-sm text-muted" data-part="source">
              {source}
            </p>
          </article>
        )}
        {children}
      </div>
    </>
  );
}

type Look = { head: string; field: string; shape: string; mark: string };

/** The classes of the head, and its colour once more for the mark that is cut out of the sign. */
const SIGNS: Record<Colour, Look> = {
  green: {
    head: "on-dark bg-leaf text-white",
    field: "#00734b",
    shape: "M32 2a30 30 0 1 0 0 60 30 30 0 0 0 0-60z",
    mark: "m18 33 10 10 19-21",
  },
  amber: {
    head: "bg-yellow",
    field: "#fcd116",
    shape: "M32 4 62 59H2z",
    mark: "M32 24v17m0 8v1",
  },
  red: {
    head: "on-dark bg-red text-white",
    field: "#ce1126",
    shape: "M20 2h24l18 18v24L44 62H20L2 44V20z",
    mark: "m21 21 22 22m0-22L21 43",
  },
};

/** The colour with a shape of its own, beside the words that say the same. */
function Sign({ colour, hidden }: { colour: Colour; hidden: boolean }) {
  const { head, field, shape, mark } = SIGNS[colour];
  return (
    <span data-sign={colour} data-head={head} className="shrink-0" hidden={hidden}>
      <svg viewBox="0 0 64 64" width="48" height="48" aria-hidden="true">
        <path d={shape} fill="currentColor" />
        <path
          d={mark}
          fill="none"
          stroke={field}
          strokeWidth="7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </span>
  );
}
