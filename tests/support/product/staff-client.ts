import type { Step } from "../../../app/files/upload/upload.server.ts";
import { unpackMoments } from "../../../app/records/seen.ts";
import { ADMINISTRATOR } from "../browser/office.ts";
import { readData } from "../read-data.ts";

export type Uploaded = Extract<Step, { progress: 100 }>;

/** Signs in as a browser does, by the screen's own form; the cookies of whoever is let in. */
export async function signIn(
  url: string,
  { email, password }: { email: string; password: string } = ADMINISTRATOR,
): Promise<string> {
  const answer = await fetch(`${url}/admin/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url },
    body: new URLSearchParams({ email, password }),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  if (answer.status !== 302 || cookies.length === 0)
    throw new Error(`${email} is not let in: ${answer.status}`);
  return cookies.join("; ");
}

/** What the administrator of a product does by HTTP, as the back office's own scripts do. */
export class StaffClient {
  readonly #url: string;
  /** What says who this is, for whoever writes requests by hand. */
  readonly cookie: string;
  readonly #password: string;
  #category: Promise<string> | undefined;

  /** Somebody who signed in already. */
  constructor(url: string, cookie: string, password = ADMINISTRATOR.password) {
    this.#url = url;
    this.cookie = cookie;
    this.#password = password;
  }

  static async signIn(url: string, password = ADMINISTRATOR.password): Promise<StaffClient> {
    return new StaffClient(url, await signIn(url, { ...ADMINISTRATOR, password }), password);
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
    const [path, filters] = list.split("?");
    const answer = await this.get(`${path}.data?${filters ?? ""}`);
    const lists = Object.values(readData(await answer.text())).flatMap(({ data }) => data ?? []);
    for (const { rows, moments } of lists as { rows?: { id: string }[]; moments?: string }[]) {
      const place = rows?.findIndex((row) => row.id === id) ?? -1;
      if (place >= 0)
        return this.post(list, { ...fields, seen: `${id}@${unpackMoments(moments ?? "")[place]}` });
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
    this.#category ??= this.get("/admin/files/new")
      .then((form) => form.text())
      .then((form) => /<option value="([0-9a-f-]{36})"/.exec(form)?.[1] ?? "");
    const category_id = await this.#category;
    const about = new URLSearchParams({ filename, category_id, ...message });
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
