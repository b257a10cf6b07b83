/** A browser without scripts: it keeps cookies and posts forms, and reads whole pages. */
export class PlainBrowser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Goes on at another address of the same site, which was started again. */
  movedTo(url: string): PlainBrowser {
    const browser = new PlainBrowser(url);
    for (const [name, value] of this.cookies) browser.cookies.set(name, value);
    return browser;
  }

  get(address: string): Promise<Page> {
    return this.#fetch(address, {});
  }

  post(address: string, fields: Record<string, string>): Promise<Page> {
    const headers = { origin: this.#url };
    return this.#fetch(address, { method: "POST", headers, body: new URLSearchParams(fields) });
  }

  async #fetch(address: string, init: RequestInit & { headers?: Record<string, string> }) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers, cookie };
    const answer = await fetch(this.#url + address, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const [name = "", value = ""] = pair.split("=", 2);
      if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return new Page(answer, await answer.text());
  }
}

/** What came back. */
export class Page {
  readonly status: number;
  readonly location: string | null;
  readonly html: string;

  constructor(answer: Response, html: string) {
    this.status = answer.status;
    this.location = answer.headers.get("location");
    this.html = html;
  }

  /** What one reads, without markup. */
  get text(): string {
    const body = this.html.replaceAll(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, "");
    return unescaped(body.replaceAll(/<[^>]+>/g, " "));
  }

  /** The value of a field of a form. */
  field(name: string): string {
    const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(this.html)?.[0] ?? "";
    return unescaped(/value="([^"]*)"/.exec(input)?.[1] ?? "");
  }
}

const unescaped = (text: string) =>
  text.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
