import type { Step } from "../../app/files/upload.server.ts";
import { ADMINISTRATOR } from "./office.ts";
import { readData } from "./read-data.ts";

export type Uploaded = Extract<Step, { progress: 100 }>;

/** What the administrator of a product does by HTTP, as the back office's own scripts do. */
export class StaffClient {
  readonly #url: string;
  /** What says who this is, for whoever writes requests by hand. */
  readonly cookie: string;
  readonly #category: string;
  #password = ADMINISTRATOR.password;

  private constructor(url: string, cookie: string, category: string) {
    this.#url = url;
    this.cookie = cookie;
    this.#category = category;
  }

  static async signIn(url: string, password = ADMINISTRATOR.password): Promise<StaffClient> {
    const answer = await fetch(`${url}/admin/login`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: url },
      body: new URLSearchParams({ ...ADMINISTRATOR, password }),
    });
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(";", 1)[0])
      .join("; ");
    const form = await fetch(`${url}/admin/files/new`, { headers: { cookie } });
    const category = /<option value="([0-9a-f-]{36})"/.exec(await form.text())?.[1];
    if (!category) throw new Error(`the administrator is not let in: ${answer.status}`);
    const client = new StaffClient(url, cookie, category);
    client.#password = password;
    return client;
  }

  get(address: string): Promise<Response> {
    return fetch(this.#url + address, { headers: { cookie: this.cookie }, redirect: "manual" });
  }

  /** Sends a form, or the intent of a list. */
  post(address: string, fields: Record<string, string>): Promise<Response> {
    return fetch(this.#url + address, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: this.cookie, origin: this.#url },
      body: new URLSearchParams(fields),
    });
  }

  /** Presses a button of a list about one of its rows, as it stands there now. */
  async press(list: string, id: string, fields: Record<string, string>): Promise<Response> {
    const answer = await this.get(`${list}.data`);
    const lists = Object.values(readData(await answer.text())).flatMap(({ data }) => data ?? []);
    for (const { rows, moments } of lists as { rows?: { id: string }[]; moments?: number[] }[]) {
      const place = rows?.findIndex((row) => row.id === id) ?? -1;
      if (place >= 0) return this.post(list, { ...fields, seen: `${id}@${moments?.[place]}` });
    }
    throw new Error(`${id} is not in ${list}`);
  }

  /** Proves that it is the administrator, for what is dangerous in the next ten minutes. */
  async confirm(): Promise<void> {
    const answer = await this.post("/admin/account/confirm", {
      "proof.code": this.#password,
    });
    if (answer.status !== 302) throw new Error(`not confirmed: ${answer.status}`);
  }

  /** Sends one file; every step that the server told. */
  async upload(
    body: Uint8Array | string | ReadableStream,
    filename: string,
    message: Record<string, string> = { is_public: "on" },
  ): Promise<Step[]> {
    const about = new URLSearchParams({ filename, category_id: this.#category, ...message });
    const answer = await fetch(`${this.#url}/admin/files/upload?${about}`, {
      method: "POST",
      headers: { cookie: this.cookie, origin: this.#url },
      body: body as BodyInit,
      // A body that is still being made goes out while it is made.
      ...(body instanceof ReadableStream && { duplex: "half" }),
    } as RequestInit);
    const lines = (await answer.text()).trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Step);
  }

  /** Sends one file that is taken. */
  async uploaded(
    body: Uint8Array | string | ReadableStream,
    filename: string,
    message?: Record<string, string>,
  ): Promise<Uploaded> {
    const last = (await this.upload(body, filename, message)).at(-1);
    if (!last || !("id" in last)) throw new Error(`${filename}: ${JSON.stringify(last)}`);
    return last;
  }
}
