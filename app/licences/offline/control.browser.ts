import { formatDate, formatMoment } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { parseLicence } from "../../membership/members/licence-number.ts";
import { findCodeReader, readCodes, showCamera } from "../../ui/code-camera.ts";
import type { Colour, Verdict } from "../card-verdict.ts";
import type { ControlTexts } from "./control.page.tsx";
import type { LicenceList } from "./licence-list.ts";
import {
  CONTROL,
  ENGLISH,
  FRENCH,
  hasPage,
  heldClub,
  heldList,
  IN_ENGLISH,
  keepChoice,
  keepPage,
  lastContact,
  refreshList,
} from "./list-store.browser.ts";
import {
  checkNumber,
  checkOffline,
  type OfflineAnswer,
  type Time,
  trueTime,
} from "./offline-check.ts";

type Texts = ControlTexts & { language: Language; made: number };

const texts: Texts = JSON.parse(
  (typeof document !== "undefined" && document.getElementById("texts")?.textContent) || "{}",
);
const { language } = texts;
const OWN_PREFIX = language === "en" ? IN_ENGLISH : "";

const part = <T extends HTMLElement>(name: string): T =>
  document.querySelector<T>(`[data-part="${name}"]`) as T;
const write = (name: string, text: string | undefined) => {
  part(name).textContent = text ?? "";
};
const say = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? ""));
const momentOf = ({ made }: LicenceList) => formatMoment(language, new Date(made * 1000));

const timeFor = async (list: LicenceList): Promise<Time> =>
  trueTime(Date.now(), Math.max(texts.made, list.made * 1000), await lastContact());

// The answer.

function show(colour: Colour, title: string, lead: string): void {
  part("home").hidden = true;
  part("answer").hidden = false;
  part("card").hidden = false;
  for (const sign of document.querySelectorAll<HTMLElement>("[data-sign]")) {
    sign.hidden = sign.dataset.sign !== colour;
    if (!sign.hidden) part("head").className = `slant pt-6 ${sign.dataset.head}`;
  }
  write("title", title);
  write("lead", lead);
  document.title = title;
  scrollTo(0, 0);
}

/** From an answer to the next card, or once more to the register. */
function offerNext(): void {
  part("again").addEventListener("click", () => location.reload());
  part("next").addEventListener("click", () => {
    // There the link only changes the end of the address.
    if (location.pathname.endsWith(CONTROL)) setTimeout(() => location.reload());
  });
}

function answer(found: OfflineAnswer, list: LicenceList, { now }: Time, club?: string): void {
  const { verdict, colour, card, number, until, oldDays, isClockWrong } = found;
  const isDoubtful = colour === "amber" && (verdict === "valid" || verdict === "ending");
  if (isDoubtful) show(colour, texts.doubtful, texts.doubtfulText);
  else show(colour, texts.verdict[verdict] ?? "", texts.text[verdict] ?? "");
  const notes = [
    oldDays !== undefined &&
      say(texts.old, { date: formatDate(language, new Date(list.made * 1000)), days: oldDays }),
    isClockWrong && say(texts.clock, { date: formatDate(language, new Date(now)) }),
  ].filter((note) => note !== false);
  part("notes").replaceChildren(
    ...notes.map((note) => Object.assign(document.createElement("li"), { textContent: note })),
  );
  part("notes").hidden = notes.length === 0;
  write(
    "until",
    until ? say(untilText(verdict), { date: formatDate(language, until) }) : undefined,
  );
  part("until").hidden = !until;
  const facts = {
    name: card?.name,
    number,
    born: card?.birthYear?.toString(),
    kind: card && texts.player,
    from: card && formatDate(language, card.from),
    until: card && (card.until ? formatDate(language, card.until) : texts.always),
    club,
  };
  for (const [name, value] of Object.entries(facts)) {
    if (value) write(`fact-${name}`, value);
    // A page shows one answer.
    else part(`fact-${name}`).parentElement?.remove();
  }
  part("compare").hidden = !number;
  write("source", say(texts.source, { time: momentOf(list) }));
}

const untilText = (verdict: Verdict) =>
  verdict === "suspended" ? texts.suspendedUntil : texts.validUntil;

/** A card whose address the site did not answer. */
async function answerCard(code: string): Promise<void> {
  const list = await heldList();
  if (!list) {
    show("amber", texts.noList, texts.noListText);
    part("card").hidden = true;
    return;
  }
  const time = await timeFor(list);
  const found = await checkOffline(code, list, time);
  answer(found, list, time, found.card && (await heldClub(found.card.club)));
}

// The page of checks.

const CODE = /^(?:.*\/V\/)?([A-Z2-7]{100,200})$/i;
/** The network answers there, or else this page again. */
const open = (code: string) => location.assign(`/V/${code.toUpperCase()}`);

async function offerCamera(): Promise<void> {
  const reader = await findCodeReader();
  if (!reader) return;
  const [button, video] = [part<HTMLButtonElement>("scan"), part<HTMLVideoElement>("video")];
  let stop: (() => void) | undefined;
  const turn = () => {
    if (stop) stop();
    else start();
    button.textContent = stop ? texts.stop : texts.scan;
    video.hidden = !stop;
  };
  const start = () => {
    write("refused", "");
    // Before the picture is asked for, since a hidden one does not play.
    video.hidden = false;
    const endPicture = showCamera(video, () => {
      turn();
      write("refused", texts.refused);
    });
    const endReading = readCodes(video, reader, (text) => {
      const code = CODE.exec(text)?.[1];
      if (code) open(code);
      else write("refused", texts.verdict.unreadable);
    });
    stop = () => {
      endReading();
      endPicture();
      stop = undefined;
    };
  };
  part("elsewhere").classList.add("invisible");
  button.classList.remove("invisible");
  button.addEventListener("click", turn);
  if (location.hash === "#scan") turn();
}

function offerTyping(): void {
  const form = part<HTMLFormElement>("typed");
  const field = form.elements.namedItem("card") as HTMLInputElement;
  form.classList.remove("invisible");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = field.value.replace(/\s/g, "");
    const code = CODE.exec(text)?.[1];
    if (code) return open(code);
    const serial = parseLicence(text);
    const list = serial === undefined ? undefined : await heldList();
    const refuse = serial === undefined ? texts.typedWrong : list ? "" : texts.typedList;
    (document.getElementById("card-error") as HTMLElement).textContent = refuse;
    field.setAttribute("aria-invalid", String(refuse !== ""));
    if (serial === undefined || !list) return field.focus();
    const time = await timeFor(list);
    answer(checkNumber(serial, list, time), list, time);
  });
}

/** What this phone could do without a network, in words. */
async function tellState(): Promise<void> {
  if (!navigator.serviceWorker || !("caches" in window)) return write("details", texts.unable);
  const list = await heldList();
  const [worker, page] = [
    await navigator.serviceWorker.getRegistration("/V/").catch(() => undefined),
    await hasPage(OWN_PREFIX),
  ];
  if (!list || !page || !worker?.active) {
    write("state", texts.notReady);
    write("details", texts.getReady);
    return;
  }
  const { now, isWrong } = await timeFor(list);
  const days = Math.floor((now - list.made * 1000) / 86_400_000);
  write("state", texts.ready);
  write(
    "details",
    [
      days > 7
        ? say(texts.old, { date: formatDate(language, new Date(list.made * 1000)), days })
        : say(texts.list, { time: momentOf(list) }),
      isWrong && say(texts.clock, { date: formatDate(language, new Date(now)) }),
    ]
      .filter(Boolean)
      .join(" "),
  );
}

/** Keeps page and list on this phone, while there is a network. */
async function getReady(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !("caches" in window)) return;
  // Other addresses of the site stay their own: none is below this one.
  await serviceWorker.register("/V/worker.js", { scope: "/V/", updateViaCache: "none" });
  await Promise.all([keepPage(OWN_PREFIX), refreshList()]);
  const registration = await serviceWorker.getRegistration("/V/");
  const coming = registration?.installing ?? registration?.waiting;
  coming?.addEventListener("statechange", () => void tellState());
}

/** The other language has no address below the worker's own, which therefore is told of it. */
function offerLanguage(): void {
  if (!navigator.serviceWorker?.controller) return;
  part<HTMLAnchorElement>("language").href = CONTROL + (language === "fr" ? ENGLISH : FRENCH);
}

function start(): void {
  offerLanguage();
  offerNext();
  const code = /^\/V\/([^/]+)$/.exec(location.pathname)?.[1];
  if (code !== undefined && code !== "control") return void answerCard(code);
  offerTyping();
  void offerCamera();
  document.addEventListener("click", () => void navigator.storage?.persist?.(), { once: true });
  void keepChoice(OWN_PREFIX)
    .then(tellState)
    .then(getReady)
    // Without a network the page goes on with what it has.
    .catch(() => {})
    .then(tellState);
}

if (typeof document !== "undefined") start();
