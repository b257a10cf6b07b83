import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { FieldRefused } from "../kit/form/save.server.ts";
import { type FormValues, groupNumbers } from "../kit/list/groups.ts";
import { MOST_OF_A_STEP, TEXT_SETTINGS, type TextSetting } from "../settings/own-words.ts";
import { settingFromForm, textFieldsOf } from "../settings/setting-fields.ts";
import type { SiteSettings } from "../settings/settings.ts";
import { type OwnRow, ownRowOf } from "./own-texts.server.ts";
import { settleTexts } from "./settle-texts.operations.server.ts";

/**
 * A setting that holds the texts of a fixed page as it is stored, `before` being what it was.
 * @throws FieldRefused beside the text that cannot be published
 */
export async function settleOwnTexts<Key extends TextSetting>(
  db: StaffDb,
  key: Key,
  value: SiteSettings[Key],
  before: SiteSettings[Key],
): Promise<SiteSettings[Key]> {
  const row: OwnRow = { ...ownRowOf(key, value), format: "markdown" };
  try {
    const settled = await settleTexts(db, row, rulesOf(key, row), ownRowOf(key, before));
    const texts = Object.entries(settled).map(([field, text]) => [field, text ?? ""]);
    return settingFromForm(key, Object.fromEntries(texts));
  } catch (error) {
    if (!(error instanceof FieldRefused)) throw error;
    throw new FieldRefused((values) => inForm(values, String(error.field)), error.message);
  }
}

function rulesOf(key: TextSetting, row: OwnRow) {
  const rules = textFieldsOf(key, row).map((field) => {
    const max = TEXT_SETTINGS[key][field]?.max;
    const isStep = max === undefined;
    const rule = { max: max ?? MOST_OF_A_STEP };
    return { [field]: { ...rule, ...(isStep && REQUIRED) }, [`${field}_en`]: rule };
  });
  return Object.assign({}, ...rules);
}

const REQUIRED = { required: "Le texte est requis" };

/** The field of a step as its form names it: steps that were removed or moved left their numbers behind. */
function inForm(values: FormValues, field: string): string {
  const [, place, own] = /^history\.(\d+)\.(.+)$/.exec(field) ?? [];
  if (place === undefined) return field;
  return `history.${groupNumbers(values, "history")[Number(place)]}.${own}`;
}
