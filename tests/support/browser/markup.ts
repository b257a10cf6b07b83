import { type DOMReadyEvent, definePlugin, HtmlValidate, Rule } from "html-validate";

/** What may stand in a group of a list of terms: `<dl><div>…</div></dl>`. */
const IN_GROUP = ["dt", "dd", "script", "template"];

/** The validator knows what a `div` holds, not that one in a `dl` holds less. */
class TermGroup extends Rule {
  override setup(): void {
    this.on("dom:ready", ({ document }: DOMReadyEvent) => {
      for (const group of document.querySelectorAll("dl > div")) {
        for (const child of group.childElements) {
          if (!IN_GROUP.includes(child.tagName)) {
            this.report(child, `<${child.tagName}> stands in <dl> beside its terms`);
          }
        }
      }
    });
  }
}

const plugin = definePlugin({ name: "markup", rules: { "term-group": TermGroup } });

/** What the HTML standard says, and no more: no style of writing, nothing that axe says already. */
const validator = new HtmlValidate({
  root: true,
  plugins: [plugin],
  extends: ["html-validate:standard", "html-validate:document"],
  // Our own scripts come from our own server.
  rules: { "term-group": "error", "require-sri": "off" },
});

/** What is wrong with a document as it was sent, each with its place. */
export async function markupFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? ""})`),
  );
}
