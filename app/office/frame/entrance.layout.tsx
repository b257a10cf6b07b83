import { data, Outlet } from "react-router";
import { EntranceToast } from "../../auth/sign-in/entrance-form.tsx";
import type { Route } from "./+types/entrance.layout.ts";
import "./admin.css";
import { takeToast } from "../../kit/toast.ts";
import { findMark } from "../../site/icons/site-icons.server.ts";

export const handle = { office: true };

export async function loader({ request }: Route.LoaderArgs) {
  const { toast, line } = takeToast(request);
  const logo = await findMark();
  return data({ toast, logo }, { headers: line ? { "set-cookie": line } : undefined });
}

/** The frame of the screens before the back office: one quiet column. Plain documents. */
export default function EntranceLayout({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid min-h-screen grid-rows-[auto_1fr] bg-paper">
      <header className="flex items-center justify-between gap-4 border-b border-line bg-white px-4 py-3 md:px-8">
        <a href="/" className="flex items-center gap-3 font-bold">
          <img src={loaderData.logo} alt="" width={36} height={36} className="rounded-control" />
          Administration
        </a>
        <a href="/" className="link text-sm">
          Retour au site
        </a>
      </header>
      <main id="main" className="mx-auto w-full max-w-[480px] px-4 py-8 md:py-14">
        {loaderData.toast && <EntranceToast {...loaderData.toast} />}
        <Outlet />
      </main>
    </div>
  );
}
