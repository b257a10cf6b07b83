import { data } from "react-router";
import { HistorySection, MissionSection, ValuesSection } from "../../about/about-sections.tsx";
import { withConfirmation } from "../../auth/second-factor/confirmation.system.server.ts";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { LANGUAGES, type Language } from "../../i18n/languages.ts";
import { LivePreview } from "../../kit/demonstration/live-preview.tsx";
import { EnglishState } from "../../kit/form/english-state.tsx";
import type { FormValues } from "../../kit/form/field-groups.ts";
import { fieldsOf } from "../../kit/form/fields.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { VersionsLink } from "../../kit/form/form-links.tsx";
import { saveForm } from "../../kit/form/save.server.ts";
import { BecomePartnerSection, ProcessSection } from "../../partners/become-partner-sections.tsx";
import {
  differencesOfMoney,
  saveMoneySetting,
} from "../../payments/providers/money-settings.staff.server.ts";
import { readSetting } from "../../payments/providers/offer.operations.server.ts";
import { versionOf } from "../../records/records.staff.server.ts";
import { isTextSetting, type TextSetting } from "../../settings/custom-texts.ts";
import { fieldsOfSetting, settingFromForm, textFieldsOf } from "../../settings/setting-fields.ts";
import { settingSchema } from "../../settings/setting-schema.ts";
import {
  findSetting,
  listSettings,
  type StoredSetting,
  saveSetting,
} from "../../settings/settings.staff.server.ts";
import {
  isMoneySetting,
  type MainNavigation,
  SETTING_ADDRESSES,
  SETTING_LABELS,
  type SiteSettings,
  TREASURY_SETTINGS,
  VERSIONED_SETTINGS,
  withDefaults,
} from "../../settings/settings.ts";
import { SiteFooter } from "../../site/frame/site-footer.tsx";
import { SiteHeader } from "../../site/frame/site-header.tsx";
import type { RenderedTexts } from "../../texts/custom-text.tsx";
import { bilingualFields, customTextFields } from "../../texts/custom-texts.server.ts";
import { type ReadTexts, textInForm } from "../../texts/document-json.ts";
import { normaliseCustomTexts } from "../../texts/normalise-texts.operations.server.ts";
import { readFormTexts, typedMarkdown } from "../../texts/read-text.server.ts";
import type { Written } from "../../texts/text-document.ts";
import { brokenMenuEntryText } from "../pages.record.ts";
import { findBrokenMenuEntries } from "../pages.visitor.server.ts";
import type { Route } from "./+types/setting-form.admin.ts";
import { labelsOf, SettingGroup } from "./setting-groups.admin.tsx";

const LIST = "/admin/pages/settings";
/** The same forms for the treasury, of what is theirs. */
const TREASURY_LIST = "/admin/payments/settings";
const isOfTreasury = ({ pathname }: URL) => pathname.startsWith(TREASURY_LIST);
/** Settings without a preview: neither the header nor the footer shows them. */
const WITHOUT_PREVIEW: readonly (keyof SiteSettings)[] = [
  "minors",
  "club_moves",
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

/** The setting in the address. @throws the response 404 when there is none */
function settingAt(address: string, url: URL): keyof SiteSettings {
  const all = Object.keys(SETTING_ADDRESSES) as (keyof SiteSettings)[];
  const keys: readonly (keyof SiteSettings)[] = isOfTreasury(url) ? TREASURY_SETTINGS : all;
  const key = keys.find((one) => SETTING_ADDRESSES[one] === address);
  if (!key) throw data(null, 404);
  return key;
}

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const setting = settingAt(params.setting, url);
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
      list: isOfTreasury(url) ? TREASURY_LIST : LIST,
    };
  });
}

/** The fields of a setting's form: long texts as they are written, in Markdown. */
const formFieldsOf = (setting: keyof SiteSettings, settings: SiteSettings): FormValues =>
  isTextSetting(setting)
    ? customTextFields(setting, settings[setting])
    : fieldsOfSetting(setting, settings);

/** A setting as it is stored. @throws FieldRefused beside a text that cannot be published */
async function normaliseSetting<Key extends keyof SiteSettings>(
  db: StaffDb,
  setting: Key,
  value: SiteSettings[Key],
): Promise<SiteSettings[Key]> {
  if (!isTextSetting(setting)) return value;
  const stored = (await findSetting(db, setting))?.setting_value;
  const before = withDefaults({ [setting]: stored })[setting];
  return (await normaliseCustomTexts(db, setting, value as never, before as never)) as never;
}

/** Whether the form changes where money goes, an exchange rate, or a refund limit. */
const changesMoney =
  (context: Route.ActionArgs["context"], setting: keyof SiteSettings) =>
  async (values: FormValues) => {
    if (!isMoneySetting(setting)) return false;
    const { data: value } = settingSchema(setting).safeParse(values);
    if (!value) return false;
    const before = await asStaff(context.get(staffContext), (db) => readSetting(db, setting));
    return differencesOfMoney(setting, before, value).length > 0;
  };

export function action(args: Route.ActionArgs) {
  const setting = settingAt(args.params.setting, args.url);
  const ofTreasury = isOfTreasury(args.url);
  // Whoever holds the money proves each change that can be saved, also of hours.
  const dangerous = ofTreasury
    ? (values: FormValues) => settingSchema(setting).safeParse(values).success
    : changesMoney(args.context, setting);
  return withConfirmation(args, dangerous, (request) =>
    saveSubmitted(request, args.context, setting, ofTreasury ? TREASURY_LIST : LIST),
  );
}

function saveSubmitted(
  request: Request,
  context: Route.ActionArgs["context"],
  setting: keyof SiteSettings,
  returnTo: string,
) {
  return saveForm(request, context, {
    schema: settingSchema(setting),
    returnTo,
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
          (await normaliseSetting(db, setting, value as never)) as never,
          version,
        );
      const done = "Paramètres sauvegardés avec succès";
      if (setting !== "main_navigation") return done;
      const dead = await findBrokenMenuEntries(db, value as MainNavigation);
      return dead.length > 0 ? `${done}. ${brokenMenuEntryText(dead)}` : done;
    },
  });
}

export default function SettingFormAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { setting, settings, defaults, read, versions, list } = loaderData;
  const values = actionData?.values ?? defaults;
  return (
    <FormDialog
      title={SETTING_LABELS[setting]}
      screen={setting === "desk"}
      list={list}
      defaults={defaults}
      state={actionData}
      labels={labelsOf(setting, values)}
      aside={versions && <VersionsLink table="site_settings" id={versions} />}
      preview={
        !WITHOUT_PREVIEW.includes(setting) && (
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
      {list === LIST && TRANSLATED.includes(setting) && (
        <EnglishState table="site_settings" id={setting} />
      )}
    </FormDialog>
  );
}

type Props = {
  setting: keyof SiteSettings;
  settings: SiteSettings;
  fields: FormValues;
  /** Its long texts as they are stored. */
  read: ReadTexts | undefined;
};

/** A preview of the setting: the page with its texts, or the header and footer. */
function SettingPreview({ setting, settings, fields, read }: Props) {
  const render = (values: FormValues) => {
    const next = { ...settings, [setting]: settingFromForm(setting, values) };
    if (setting === "about") {
      return <AboutPreview about={{ ...next.about, texts: textsIn(setting, values, read) }} />;
    }
    if (setting === "partner_texts") {
      const partnerTexts = { ...next.partner_texts, texts: textsIn(setting, values, read) };
      return <PartnerPreview texts={partnerTexts} />;
    }
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

/** The long texts in a form, by the names under which they are stored. */
function textsIn(setting: TextSetting, values: FormValues, read: ReadTexts | undefined) {
  const texts: Record<Language, Record<string, Written>> = { fr: {}, en: {} };
  let steps = 0;
  for (const field of textFieldsOf(setting, values)) {
    // The numbers of steps in a form have gaps after moves and removals.
    const name = field.startsWith("history.") ? `history.${steps++}.text` : field;
    const written = textInForm(values, read, field);
    for (const language of LANGUAGES) {
      const text = written[language];
      if (text?.document?.length) texts[language][name] = text;
    }
  }
  return texts;
}

const AboutPreview = ({ about }: { about: RenderedTexts<SiteSettings["about"]> }) => (
  <>
    <MissionSection about={about} />
    <ValuesSection about={about} />
    <HistorySection about={about} />
  </>
);

const PartnerPreview = ({ texts }: { texts: RenderedTexts }) => (
  <>
    <BecomePartnerSection texts={texts} />
    <ProcessSection texts={texts} />
  </>
);
