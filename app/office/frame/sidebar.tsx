import { ChevronDown, ChevronsLeft, ChevronsRight, LogOut, X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Form, Link, useLocation } from "react-router";
import { deleteLocalDrafts } from "../../kit/drafts/delete-local-drafts.ts";
import { useMay } from "../../kit/may.tsx";
import { useToast } from "../../kit/toasts.tsx";
import { usePrefetch } from "../../kit/use-prefetch.ts";
import { lineAt, type OfficeLink, SIDEBAR, taskCount } from "./navigation.ts";
import { sidebarCookie } from "./office-cookies.ts";

const SIGN_OUT = "/admin/logout";

type Props = {
  /** The address of the federation's logo. */
  logo: string;
  /** Icons only, as this browser remembers it. */
  collapsed: boolean;
  /** What waits for somebody, counted by the address of the line under which it is dealt with. */
  waiting: Readonly<Record<string, number>>;
  /** On a phone, whether it lies over the screen. */
  open: boolean;
  close: () => void;
};

/** The screens of the back office that the account may open. Collapsible on a desktop, a drawer on a phone. */
export function Sidebar({ logo, collapsed, waiting, open, close }: Props) {
  const [icons, setIcons] = useState(collapsed);
  const panel = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const current = lineAt(pathname)?.to;
  const may = useMay();
  const show = useToast();
  const groups = SIDEBAR.map((group) => ({
    ...group,
    links: group.links.filter(({ to }) => may(to)),
  })).filter(({ links }) => links.length > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes the drawer
  useEffect(close, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each screen, its line is in sight
  useEffect(() => {
    panel.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  useEffect(() => {
    if (!open) return;
    panel.current?.querySelector("a")?.focus();
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && close();
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open, close]);
  // The screen and its drafts stay until the site has said that the session is over.
  const signOut = async (event: FormEvent) => {
    event.preventDefault();
    const headers = { accept: "application/json" };
    const answer = await fetch(SIGN_OUT, { method: "POST", headers }).catch(() => undefined);
    if (!answer?.ok) return show({ kind: "error", text: "Erreur lors de la déconnexion" });
    deleteLocalDrafts();
    location.assign("/admin/login");
  };
  const toggle = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser of the offices
    document.cookie = sidebarCookie(!icons, location.protocol === "https:");
    setIcons(!icons);
  };
  return (
    <>
      {open && (
        <button
          type="button"
          tabIndex={-1}
          aria-label="Fermer le menu"
          onClick={close}
          className="side-shade"
        />
      )}
      <aside
        ref={panel}
        data-icons={icons || undefined}
        data-open={open || undefined}
        className="group side-bar"
      >
        <div className="flex h-14 items-center gap-3 px-4">
          <img src={logo} alt="" width={34} height={34} className="shrink-0 rounded-control" />
          <span className="font-bold group-data-icons:lg:sr-only">Administration</span>
          <button
            type="button"
            onClick={close}
            aria-label="Fermer le menu"
            className="icon-button ml-auto text-white lg:hidden"
          >
            <X aria-hidden="true" size={20} />
          </button>
        </div>
        <nav aria-label="Administration" className="side-nav">
          {groups.map(({ title, links, isClosed }) => {
            const all = links.reduce((sum, { to }) => sum + (waiting[to] ?? 0), 0);
            return (
              <section key={title} aria-label={title} className="mt-0.5">
                <details open={!isClosed || links.some(({ to }) => to === current)}>
                  <summary className="side-link side-title">
                    <span className="group-data-icons:lg:sr-only">{title}</span>
                    <Waiting count={all} />
                    <ChevronDown aria-hidden="true" size={16} />
                  </summary>
                  <ul>
                    {links.map((link) => (
                      <SidebarLink
                        key={link.to}
                        {...link}
                        isCurrent={link.to === current}
                        isIconAlone={icons}
                        waiting={waiting[link.to]}
                      />
                    ))}
                  </ul>
                </details>
              </section>
            );
          })}
        </nav>
        <div className="side-foot">
          <Form
            method="post"
            action={SIGN_OUT}
            reloadDocument
            onSubmit={signOut}
            className="flex-1"
          >
            <button type="submit" title="Se déconnecter" className="side-link w-full">
              <LogOut aria-hidden="true" size={18} className="shrink-0" />
              <span className="group-data-icons:lg:sr-only">Se déconnecter</span>
            </button>
          </Form>
          <button
            type="button"
            onClick={toggle}
            aria-label={icons ? "Déplier le menu" : "Replier le menu"}
            className="icon-button hidden text-mist lg:inline-grid"
          >
            {icons ? (
              <ChevronsRight aria-hidden="true" size={18} />
            ) : (
              <ChevronsLeft aria-hidden="true" size={18} />
            )}
          </button>
        </div>
      </aside>
    </>
  );
}

type LinkProps = OfficeLink & {
  isCurrent: boolean;
  /** Its words are hidden on a desktop. */
  isIconAlone: boolean;
  waiting: number | undefined;
};

function SidebarLink({ to, label, icon: Icon, isCurrent, isIconAlone, waiting }: LinkProps) {
  const prefetch = usePrefetch();
  return (
    <li>
      <Link
        to={to}
        aria-current={isCurrent ? "page" : undefined}
        title={isIconAlone ? label : undefined}
        discover="none"
        prefetch={prefetch}
        className="side-link"
      >
        <Icon aria-hidden="true" size={18} className="shrink-0" />
        <span className="truncate group-data-icons:lg:sr-only">{label}</span>
        <Waiting count={waiting} />
      </Link>
    </li>
  );
}

function Waiting({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <span className="side-count">
      {taskCount(count)}
      <span className="sr-only"> à faire</span>
    </span>
  );
}
