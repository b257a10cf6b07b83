import { parseHTML } from "linkedom";
import { DOMParser as SchemaParser } from "prosemirror-model";
import { describe, expect, test } from "vitest";
import { type Block, textOf } from "../text-document.ts";
import { cleanPasted, sliceOfText } from "./clean-paste.browser.ts";
import { fromEditor, toEditor } from "./conversion.browser.ts";
import { schema } from "./schema.browser.ts";

/** What the editor makes of a page on the clipboard. */
function pasted(html: string): Block[] {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  cleanPasted(document);
  return fromEditor(SchemaParser.fromSchema(schema).parse(document.body));
}

const paragraph = (text: string) => ({ type: "paragraph", runs: [{ text }] });

describe("what is pasted", () => {
  test("from Word: headings, bold, and lists that are lists", () => {
    const blocks = pasted(`
      <style>p.MsoNormal {margin:0cm}</style><!--StartFragment-->
      <h1 style='mso-style-next:Normal'>Tournoi<o:p></o:p></h1>
      <p class=MsoNormal style='margin-bottom:8pt'><b><span style='font-size:11.0pt'>Trois jours</span></b> de jeu<o:p>&nbsp;</o:p></p>
      <p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span></span><![endif]>Vendredi</p>
      <p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Samedi</p>
      <p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.</span>Premier</p>
      <!--EndFragment-->`);
    expect(blocks).toEqual([
      { type: "heading", level: 2, runs: [{ text: "Tournoi" }] },
      { type: "paragraph", runs: [{ text: "Trois jours", bold: true }, { text: " de jeu" }] },
      {
        type: "list",
        ordered: false,
        start: 1,
        items: [[paragraph("Vendredi")], [paragraph("Samedi")]],
      },
      { type: "list", ordered: true, start: 1, items: [[paragraph("Premier")]] },
    ]);
  });

  test("from Google Docs: the bold around everything is not bold", () => {
    expect(
      pasted(
        `<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">Un </span><span style="font-weight:700">mot</span></p></b>`,
      ),
    ).toEqual([{ type: "paragraph", runs: [{ text: "Un " }, { text: "mot", bold: true }] }]);
  });

  test("from Facebook: characters for drawn emoji, links that lead where they say, nothing else", () => {
    const blocks = pasted(`
      <div dir="auto" style="text-align:start">Bravo <span class="x3nfvp2"><img height="16" alt="🏆" src="https://static.xx.fbcdn.net/1.png"></span> !</div>
      <div dir="auto"><a href="https://l.facebook.com/l.php?u=https%3A%2F%2Ffge.gn%2Fnews%3Ffbclid%3DIwAR&amp;h=AT0" onclick="steal()">fge.gn</a></div>
      <div><img src="https://evil.example/pixel.gif" alt=""><script>alert(1)</script><button>J’aime</button></div>`);
    expect(blocks).toEqual([
      paragraph("Bravo 🏆 !"),
      { type: "paragraph", runs: [{ text: "fge.gn", href: "https://fge.gn/news" }] },
    ]);
  });

  test("from WhatsApp: lines are paragraphs, its signs are marks", () => {
    const { content } = sliceOfText("*Finale* demain _à 18 h_\n\n2*3*4 et a_b_c\nÀ bientôt");
    expect(fromEditor(schema.node("doc", null, content))).toEqual([
      {
        type: "paragraph",
        runs: [
          { text: "Finale", bold: true },
          { text: " demain " },
          { text: "à 18 h", italic: true },
        ],
      },
      paragraph("2*3*4 et a_b_c"),
      paragraph("À bientôt"),
    ]);
  });

  test("scripts, frames and addresses that run are never taken over", () => {
    const blocks = pasted(`
      <p onclick="alert(1)">Un <a href="javascript:alert(1)">lien</a></p><iframe src="javascript:alert(1)"></iframe>
      <svg onload="alert(1)"><script>alert(1)</script></svg><img src=x onerror="alert(1)">
      <figure data-picture="javascript:alert(1)"><figcaption>Légende</figcaption></figure>
      <math><mtext><script>alert(1)</script></mtext></math>`);
    expect(blocks[0]).toEqual(paragraph("Un lien"));
    expect(JSON.stringify(blocks)).not.toMatch(/javascript|alert|iframe|onclick/);
    expect(textOf(blocks)).toContain("Légende");
  });

  test("every part of a text comes out of the editor as it went in", () => {
    const document: Block[] = [
      { type: "heading", level: 3, runs: [{ text: "Titre" }] },
      {
        type: "paragraph",
        runs: [{ text: "a" }, { break: true }, { text: "b", href: "/x", bold: true, italic: true }],
      },
      {
        type: "list",
        ordered: true,
        start: 3,
        items: [
          [
            paragraph("un"),
            { type: "list", ordered: false, start: 1, items: [[paragraph("dedans")]] },
          ],
        ],
      },
      { type: "quotation", blocks: [paragraph("Une parole")] },
      {
        type: "table",
        rows: [
          [[{ text: "A" }], []],
          [[{ text: "1" }], [{ text: "2" }]],
        ],
      },
      {
        type: "picture",
        src: "/files/uploads/a.jpg",
        alt: "x",
        caption: "y",
        size: { width: 2, height: 1 },
      },
      { type: "video", href: "https://youtu.be/x", title: "t", picture: "" },
      { type: "action", href: "/membership", label: "Adhérer" },
    ] as Block[];
    expect(fromEditor(toEditor(document))).toEqual(document);
    expect(() => toEditor(document).check()).not.toThrow();
    expect(fromEditor(toEditor([]))).toEqual([]);
  });
});
