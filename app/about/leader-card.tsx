import { useI18n } from "../i18n/i18n.ts";
import { localized } from "../i18n/localized.ts";
import { Picture } from "../ui/picture.tsx";
import { Local } from "../ui/text.tsx";
import type { Leader } from "./leadership.record.ts";

/** One leader: portrait, name, position, and who they are. On phones the portrait stands aside. */
export function LeaderCard({ leader }: { leader: Leader }) {
  const { language } = useI18n();
  return (
    <article className="card wrap-anywhere">
      <div className="flex items-center gap-4 p-5 pb-0 sm:block sm:p-0">
        <div className="aspect-person w-24 shrink-0 overflow-hidden rounded-control sm:w-full sm:rounded-none">
          <Picture
            src={leader.image_url}
            kind="person"
            alt=""
            sizes="(max-width: 560px) 96px, 360px"
          />
        </div>
        <div className="min-w-0 sm:p-5 sm:pb-0">
          <h3 className="text-lg">{leader.name}</h3>
          <p className="mt-1 text-sm font-semibold text-leaf">
            <Local value={localized(leader, "position", language)} />
          </p>
        </div>
      </div>
      <p className="p-5 pt-3 text-sm text-muted">
        <Local value={localized(leader, "bio", language)} />
      </p>
    </article>
  );
}
