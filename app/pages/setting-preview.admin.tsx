import type { FormValues } from "../kit/groups.ts";
import { LivePreview } from "../kit/live-preview.tsx";
import { settingFromForm } from "../settings/setting-fields.ts";
import type { SiteSettings } from "../settings/settings.ts";
import { SiteFooter } from "../site/site-footer.tsx";
import { SiteHeader } from "../site/site-header.tsx";

type Props = { setting: keyof SiteSettings; settings: SiteSettings; fields: FormValues };

/** The top and the end of every public page with the setting as it is typed. */
export function SettingPreview({ setting, settings, fields }: Props) {
  const render = (values: FormValues) => {
    const next = { ...settings, [setting]: settingFromForm(setting, values) };
    return (
      <>
        <div className="relative bg-night pt-32">
          <SiteHeader settings={next} signedIn={false} />
        </div>
        <SiteFooter settings={next} />
      </>
    );
  };
  return <LivePreview fields={fields} draw={render} />;
}
