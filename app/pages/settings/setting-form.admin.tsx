import { data } from "react-router";
import { withConfirmation } from "../../auth/second-factor/confirmation.system.server.ts";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { EnglishState } from "../../kit/form/english-state.tsx";
import type { FormValues } from "../../kit/form/field-groups.ts";
import { fieldsOf } from "../../kit/form/fields.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { VersionsLink } from "../../kit/form/form-links.tsx";
import { saveForm } from "../../kit/form/save.server.ts";
import {
  differencesOfMoney,
  saveMoneySetting,
} from "../../payments/providers/money-settings.staff.server.ts";
import { readSetting } from "../../payments/providers/offer.operations.server.ts";
import { versionOf } from "../../records/records.staff.server.ts";
import { isTextSetting } from "../../settings/custom-texts.ts";
import { fieldsOfSetting } from "../../settings/setting-fields.ts";
import { settingSchema } from "../../settings/setting-schema.ts";
import { findSetting, type StoredSetting } from "../../settings/settings.operations.server.ts";
import { isMoneySetting, VERSIONED_SETTINGS } from "../../settings/settings.record.ts";
import { listSettings, saveSetting } from "../../settings/settings.staff.server.ts";
import {
  type MainNavigation,
  SETTING_ADDRESSES,
  SETTING_LABELS,
  type SiteSettings,
  withDefaults,
} from "../../settings/settings.ts";
import { bilingualFields, customTextFields } from "../../texts/custom-texts.server.ts";
import { normaliseCustomTexts } from "../../texts/normalise-texts.operations.server.ts";
import { readFormTexts, typedMarkdown } from "../../texts/read-text.server.ts";
import { deadEntryWords } from "../page-labels.ts";
import { findDeadEntries } from "../pages.staff.server.ts";
import type { Route } from "./+types/setting-form.admin.ts";
import { labelsOf, SettingGroup } from "./setting-groups.admin.tsx";
import { SettingPreview } from "./setting-preview.admin.tsx";

const LIST = "/admin/pages/settings";
/** Of these, the top and the end of a page show nothing. */
const UNSEEN: readonly (keyof SiteSettings)[] = [
  "minors",
  "events",
  "exchange_rate",
  "refunds",
  "paypal",
  "desk",
  "mobile_data",
  "map_point",
];

/** Those with English twins. */
const TRANSLATED: readonly (keyof SiteSettings)[] = [
  "federation",
  "main_navigation",
  "contact_info",
  "desk",
  "about",
  "partner_texts",
];

/** The setting that an address names. @throws the answer 404 when there is none */
function settingAt(address: string): keyof SiteSettings {
  const keys = Object.keys(SETTING_ADDRESSES) as (keyof SiteSettings)[];
  const key = keys.find((one) => SETTING_ADDRESSES[one] === address);
  if (!key) throw data(null, 404);
  return key;
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const setting = settingAt(params.setting);
  return asStaff(context.get(staffContext), async (db) => {
    const settings = await listSettings(db);
    const row = await findSetting(db, setting);
    const version = row ? versionOf(row) : "";
    const hasVersions = VERSIONED_SETTINGS.includes(setting);
    const fields = formFieldsOf(setting, settings);
    const read = isTextSetting(setting)
      ? readFormTexts(
          fields,
          bilingualFields(setting, fields).filter((name) => fields[name]),
        )
      : undefined;
    return {
      setting,
      settings,
      read,
      defaults: { ...fields, version },
      versions: hasVersions ? row?.id : undefined,
    };
  });
}

/** The fields of a setting's form: long texts as they are written, in Markdown. */
const formFieldsOf = (setting: keyof SiteSettings, settings: SiteSettings): FormValues =>
  isTextSetting(setting)
    ? customTextFields(setting, settings[setting])
    : fieldsOfSetting(setting, settings);

/** A setting as it is stored. @throws FieldRefused beside a text that cannot be published */
async function settled<Key extends keyof SiteSettings>(
  db: StaffDb,
  setting: Key,
  value: SiteSettings[Key],
): Promise<SiteSettings[Key]> {
  if (!isTextSetting(setting)) return value;
  const stored = (await findSetting(db, setting))?.setting_value;
  const before = withDefaults({ [setting]: stored })[setting];
  return (await normaliseCustomTexts(db, setting, value as never, before as never)) as never;
}

/** Whether what is sent says where money goes, at which rate, or how much one person gives back. */
const steersMoney =
  (context: Route.ActionArgs["context"], setting: keyof SiteSettings) =>
  async (values: FormValues) => {
    if (!isMoneySetting(setting)) return false;
    const { data: value } = settingSchema(setting).safeParse(values);
    if (!value) return false;
    const before = await asStaff(context.get(staffContext), (db) => readSetting(db, setting));
    return differencesOfMoney(setting, before, value).length > 0;
  };

export function action(asked: Route.ActionArgs) {
  const setting = settingAt(asked.params.setting);
  return withConfirmation(asked, steersMoney(asked.context, setting), (request) =>
    saveSent(request, asked.context, setting),
  );
}

function saveSent(
  request: Request,
  context: Route.ActionArgs["context"],
  setting: keyof SiteSettings,
) {
  return saveForm(request, context, {
    schema: settingSchema(setting),
    returnTo: LIST,
    failure: "Erreur lors de la sauvegarde des paramètres",
    fieldsOf: ({ setting_value }: StoredSetting) =>
      formFieldsOf(setting, withDefaults({ [setting]: setting_value })),
    typed: (values) =>
      isTextSetting(setting) ? typedMarkdown(values, bilingualFields(setting, values)) : values,
    async save(db, value, version) {
      if (isMoneySetting(setting)) await saveMoneySetting(db, setting, value as never, version);
      else
        await saveSetting(
          db,
          setting,
          (await settled(db, setting, value as never)) as never,
          version,
        );
      const done = "Paramètres sauvegardés avec succès";
      if (setting !== "main_navigation") return done;
      const dead = await findDeadEntries(db, value as MainNavigation);
      return dead.length > 0 ? `${done}. ${deadEntryWords(dead)}` : done;
    },
  });
}

export default function SettingFormAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { setting, settings, defaults, read, versions } = loaderData;
  const values = actionData?.values ?? defaults;
  return (
    <FormDialog
      title={SETTING_LABELS[setting]}
      list={LIST}
      defaults={defaults}
      state={actionData}
      labels={labelsOf(setting, values)}
      aside={versions && <VersionsLink table="site_settings" id={versions} />}
      preview={
        !UNSEEN.includes(setting) && (
          <SettingPreview setting={setting} settings={settings} fields={values} read={read} />
        )
      }
    >
      <SettingGroup
        setting={setting}
        field={fieldsOf(defaults, actionData)}
        defaults={defaults}
        state={actionData}
        read={read}
      />
      {TRANSLATED.includes(setting) && <EnglishState table="site_settings" id={setting} />}
    </FormDialog>
  );
}
