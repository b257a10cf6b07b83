import { ImageField } from "../../files/admin/file-picker.tsx";
import { CURRENCY_CHOICES } from "../../kit/form/currency-choices.ts";
import { type FormValues, groupLabels, groupNumbers } from "../../kit/form/field-groups.ts";
import type { Defaults } from "../../kit/form/form-dialog.tsx";
import { type GroupField, Repeater } from "../../kit/form/repeater.tsx";
import type { SaveState } from "../../kit/form/save.server.ts";
import { ABOUT_TEXTS, PARTNER_TEXTS, type TextDefinitions } from "../../settings/custom-texts.ts";
import { WEEKDAYS } from "../../settings/opening-hours.ts";
import { NETWORKS, type SiteSettings } from "../../settings/settings.ts";
import type { ReadTexts } from "../../texts/document-json.ts";
import { MARKDOWN_HINT, TextEditor } from "../../texts/text-editor.admin.tsx";
import { Select, TextArea, TextField } from "../../ui/fields.tsx";

const CLOSURE = { from: "Premier jour", to: "Dernier jour" };
const STEP = {
  years: "Années",
  title: "Titre",
  title_en: "Titre (anglais)",
  text: "Texte",
  text_en: "Texte (anglais)",
};
const ENTRY = { label: "Libellé", label_en: "Libellé (anglais)", path: "Adresse" };

const wordLabels = (worded: TextDefinitions) =>
  Object.fromEntries(
    Object.entries(worded).flatMap(([name, { label }]) => [
      [name, label],
      [`${name}_en`, `${label} (anglais)`],
    ]),
  );

/** The labels of the fields of each setting. */
const LABELS = {
  site_logo: {
    main_logo: "Image du logo",
    alt_text: "Texte de remplacement",
    width: "Largeur (pixels)",
    height: "Hauteur (pixels)",
    link: "Mène à",
  },
  main_navigation: { brand_text: "Nom affiché à côté du logo" },
  contact_info: {
    address: "Adresse",
    address_en: "Adresse (anglais)",
    postal_code: "Boîte postale",
    email: "E-mail",
    phone: "Téléphone",
    ...NETWORKS,
  },
  federation: {
    name: "Nom de la fédération",
    name_en: "Nom (anglais)",
    short_name: "Sigle",
    export_prefix: "Préfixe des fichiers exportés",
  },
  minors: { age: "Âge de la majorité (ans)" },
  club_moves: { from: "Du (jour/mois)", to: "Au (jour/mois)" },
  desk: {
    address: "Adresse du guichet",
    address_en: "Adresse (anglais)",
    monday: "Lundi",
    tuesday: "Mardi",
    wednesday: "Mercredi",
    thursday: "Jeudi",
    friday: "Vendredi",
    saturday: "Samedi",
    sunday: "Dimanche",
    hold_hours: "Délai pour payer une place (heures)",
    rate_tolerance: "Écart de change accepté (%)",
    orange_money: "Numéro Orange Money",
    mtn_momo: "Numéro MTN MoMo",
    account_name: "Nom du compte qui reçoit",
  },
  events: { currency: "Devise d’un nouvel événement" },
  exchange_rate: { gnf: "Francs guinéens pour 1 euro", source: "Source", date: "Date du taux" },
  refunds: { limit_GNF: "Plafond en GNF", limit_XOF: "Plafond en FCFA" },
  paypal: { minimum: "PayPal à partir de (euros)" },
  about: wordLabels(ABOUT_TEXTS),
  partner_texts: wordLabels(PARTNER_TEXTS),
  map_point: { latitude: "Latitude", longitude: "Longitude" },
  mobile_data: { price: "Prix d’un Mo (GNF)" },
} satisfies Record<keyof SiteSettings, Record<string, string>>;

/** The labels of the fields of a setting, with those of its lists, to show the differences of two versions. */
export function labelsOf(setting: keyof SiteSettings, values: FormValues): Record<string, string> {
  const submenus = groupNumbers(values, "items").map((number, index) =>
    groupLabels(values, `items.${number}.submenu`, `Élément ${index + 1}, sous-menu`, ENTRY),
  );
  const items = groupLabels(values, "items", "Élément", ENTRY);
  const closures = groupLabels(values, "closures", "Fermeture", CLOSURE);
  const steps = groupLabels(values, "history", "Étape", STEP);
  return Object.assign({}, LABELS[setting], items, closures, steps, ...submenus);
}

type Props = { field: GroupField; defaults: Defaults; state: SaveState | undefined };
type GroupProps = Props & { setting: keyof SiteSettings; read: ReadTexts | undefined };

/** The fields of one setting. */
export function SettingGroup({ setting, read, ...props }: GroupProps) {
  switch (setting) {
    case "site_logo":
      return <LogoFields {...props} />;
    case "main_navigation":
      return <MenuFields {...props} />;
    case "contact_info":
      return <ContactFields {...props} />;
    case "federation":
      return <FederationFields {...props} />;
    case "minors":
      return <MinorFields {...props} />;
    case "club_moves":
      return <MoveFields {...props} />;
    case "desk":
      return <DeskFields {...props} />;
    case "events":
      return <EventDefaultFields {...props} />;
    case "exchange_rate":
      return <RateFields {...props} />;
    case "refunds":
      return <RefundFields {...props} />;
    case "paypal":
      return <PayPalFields {...props} />;
    case "about":
      return <AboutFields {...props} read={read} />;
    case "partner_texts":
      return <PartnerFields {...props} read={read} />;
    case "map_point":
      return <MapPointFields {...props} />;
    case "mobile_data":
      return <MobileDataFields {...props} />;
  }
}

function LogoFields({ field }: Props) {
  const labels = LABELS.site_logo;
  const side = { type: "number", inputMode: "numeric", min: "16", max: "240" } as const;
  return (
    <>
      <ImageField {...field("main_logo")} label={labels.main_logo} required />
      <TextField
        {...field("alt_text")}
        label={labels.alt_text}
        hint="Lu à voix haute aux personnes qui ne voient pas le logo."
        required
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField {...field("width")} label={labels.width} {...side} required />
        <TextField {...field("height")} label={labels.height} {...side} required />
      </div>
      <TextField {...field("link")} label={labels.link} hint="« / » est l’accueil." required />
    </>
  );
}

function MenuFields({ field, defaults, state }: Props) {
  const shared = { defaults, state, sortable: true };
  return (
    <>
      <TextField {...field("brand_text")} label={LABELS.main_navigation.brand_text} required />
      <Repeater list="items" noun="Élément" one="un élément" {...shared}>
        {(entryField, path) => (
          <>
            <EntryFields field={entryField} />
            <div className="md:col-span-2">
              <Repeater
                list={`${path}.submenu`}
                noun="Sous-élément"
                one="un sous-élément"
                {...shared}
              >
                {(inner) => <EntryFields field={inner} />}
              </Repeater>
            </div>
          </>
        )}
      </Repeater>
    </>
  );
}

function EntryFields({ field }: { field: GroupField }) {
  return (
    <>
      <TextField {...field("label")} label={ENTRY.label} required />
      <TextField {...field("label_en")} label={ENTRY.label_en} />
      <div className="md:col-span-2">
        <TextField {...field("path")} label={ENTRY.path} required />
      </div>
    </>
  );
}

function ContactFields({ field }: Props) {
  const labels = LABELS.contact_info;
  return (
    <>
      <TextField {...field("address")} label={labels.address} required />
      <TextField {...field("address_en")} label={labels.address_en} />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField {...field("email")} label={labels.email} type="email" required />
        <TextField {...field("phone")} label={labels.phone} type="tel" required />
        <TextField {...field("postal_code")} label={labels.postal_code} />
      </div>
      <fieldset className="grid gap-4 md:grid-cols-2">
        <legend className="mb-3 font-semibold">Réseaux sociaux (facultatif)</legend>
        {Object.entries(NETWORKS).map(([network, label]) => (
          <TextField key={network} {...field(network)} label={label} type="url" />
        ))}
      </fieldset>
    </>
  );
}

function FederationFields({ field }: Props) {
  const labels = LABELS.federation;
  return (
    <>
      <TextField {...field("name")} label={labels.name} required />
      <TextField {...field("name_en")} label={labels.name_en} required />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField {...field("short_name")} label={labels.short_name} required />
        <TextField
          {...field("export_prefix")}
          label={labels.export_prefix}
          hint="fge donne fge-membres.csv."
          required
        />
      </div>
    </>
  );
}

function EventDefaultFields({ field }: Props) {
  return (
    <Select
      {...field("currency")}
      label={LABELS.events.currency}
      hint="Elle se change ensuite dans chaque événement. Ceux qui existent déjà gardent la leur."
      options={CURRENCY_CHOICES}
    />
  );
}

function MinorFields({ field }: Props) {
  return (
    <TextField
      {...field("age")}
      label={LABELS.minors.age}
      hint="Avant cet âge, le jour de la demande d’adhésion ou le jour de l’événement, un responsable légal donne son accord. Ce qui est déjà enregistré ne change pas."
      type="number"
      inputMode="numeric"
      min="12"
      max="30"
      required
    />
  );
}

function MoveFields({ field }: Props) {
  const labels = LABELS.club_moves;
  return (
    <>
      <p className="text-sm text-muted">
        Un joueur d’un club affilié ne peut demander à changer de club qu’entre ces deux jours,
        inclus. Vides : toute l’année. Ce qui est demandé à temps peut recevoir sa réponse plus
        tard.
      </p>
      <TextField {...field("from")} label={labels.from} hint="Par exemple 01/07" />
      <TextField {...field("to")} label={labels.to} hint="Par exemple 31/08" />
    </>
  );
}

function DeskFields({ field, defaults, state }: Props) {
  const labels = LABELS.desk;
  return (
    <>
      <TextField
        {...field("address")}
        label={labels.address}
        hint="Vide : l’adresse des coordonnées."
      />
      <TextField {...field("address_en")} label={labels.address_en} />
      <fieldset className="grid gap-4 md:grid-cols-2">
        <legend className="mb-1 font-semibold">Heures d’ouverture</legend>
        <p className="text-sm text-muted md:col-span-2">
          Par exemple 9 h - 12 h 30, 14 h - 17 h. Vide : le guichet est fermé ce jour-là.
        </p>
        {WEEKDAYS.map((day) => (
          <TextField key={day} {...field(day)} label={labels[day]} autoComplete="off" />
        ))}
      </fieldset>
      <Repeater
        list="closures"
        noun="Fermeture"
        one="une fermeture"
        defaults={defaults}
        state={state}
      >
        {(entryField) => (
          <>
            <TextField {...entryField("from")} label={CLOSURE.from} type="date" required />
            <TextField {...entryField("to")} label={CLOSURE.to} type="date" />
          </>
        )}
      </Repeater>
      <TextField
        {...field("hold_hours")}
        label={labels.hold_hours}
        hint="Le délai se termine toujours à la fermeture du guichet, un jour d’ouverture. Les délais déjà donnés ne changent pas."
        type="number"
        inputMode="numeric"
        min="1"
        max="720"
        required
      />
      <TextField
        {...field("rate_tolerance")}
        label={labels.rate_tolerance}
        hint="Quand quelqu’un paie dans l’autre monnaie, l’arrondi du taux peut laisser un écart : jusqu’à cette limite, tout est considéré comme payé."
        type="number"
        inputMode="numeric"
        min="0"
        max="5"
        required
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField {...field("orange_money")} label={labels.orange_money} type="tel" />
        <TextField {...field("mtn_momo")} label={labels.mtn_momo} type="tel" />
      </div>
      <TextField
        {...field("account_name")}
        label={labels.account_name}
        hint="Ce que l’opérateur affiche à qui envoie l’argent."
      />
    </>
  );
}

type TextProps = Pick<Props, "field"> & { read: ReadTexts | undefined };

/** Each text with its twin: below it where the editor needs the width. */
function WordFields({ field, worded, read }: TextProps & { worded: TextDefinitions }) {
  return (
    <>
      <p className="text-muted">Vide : le texte fourni avec le site, que montre l’aperçu.</p>
      {Object.entries(worded).map(([name, { label, kind }]) => {
        if (kind === "text") {
          return <TextPair key={name} field={field} name={name} label={label} read={read} />;
        }
        const Input = kind === "lead" ? TextArea : TextField;
        return (
          <div key={name} className="grid gap-4 md:grid-cols-2">
            <Input {...field(name)} label={label} />
            <Input {...field(`${name}_en`)} label={`${label} (anglais)`} />
          </div>
        );
      })}
    </>
  );
}

type PairProps = TextProps & { name: string; label: string; english?: string; required?: true };

/** A long text and its twin, each with the editor. */
function TextPair({ field, read, name, label, required, ...words }: PairProps) {
  const { english = `${label} (anglais)` } = words;
  const [frenchField, englishField] = [field(name), field(`${name}_en`)];
  return (
    <div className="grid min-w-0 gap-4">
      <TextEditor
        {...frenchField}
        label={label}
        hint={MARKDOWN_HINT}
        page={null}
        read={read?.[frenchField.name]}
        required={required}
      />
      <TextEditor
        {...englishField}
        label={english}
        language="en"
        page={null}
        read={read?.[englishField.name]}
      />
    </div>
  );
}

const PartnerFields = (props: TextProps) => <WordFields {...props} worded={PARTNER_TEXTS} />;

function AboutFields({ field, read, ...shared }: Props & TextProps) {
  return (
    <>
      <WordFields field={field} worded={ABOUT_TEXTS} read={read} />
      <h3 className="font-semibold">Histoire</h3>
      <p className="text-muted">
        Sans étape, la page montre celles qui sont fournies avec le site.
      </p>
      <Repeater list="history" noun="Étape" one="une étape" sortable {...shared}>
        {(entryField) => (
          <>
            <TextField {...entryField("years")} label={STEP.years} required />
            <span />
            <TextField {...entryField("title")} label={STEP.title} required />
            <TextField {...entryField("title_en")} label={STEP.title_en} />
            <div className="md:col-span-2">
              <TextPair
                field={entryField}
                name="text"
                label={STEP.text}
                english={STEP.text_en}
                read={read}
                required
              />
            </div>
          </>
        )}
      </Repeater>
    </>
  );
}

function MapPointFields({ field }: Props) {
  const labels = LABELS.map_point;
  return (
    <>
      <p className="text-muted">
        Le repère de la carte de la page Contact. Dans une application de cartes, un appui long sur
        le siège donne les deux nombres. Le plan dessiné n’est montré qu’autour du stade du
        28-Septembre.
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField {...field("latitude")} label={labels.latitude} inputMode="decimal" required />
        <TextField {...field("longitude")} label={labels.longitude} required />
      </div>
    </>
  );
}

function MobileDataFields({ field }: Props) {
  return (
    <TextField
      {...field("price")}
      label={LABELS.mobile_data.price}
      hint="Ce que paie un visiteur pour 1 Mo sur son téléphone : l’éditeur de texte s’en sert pour indiquer le coût d’une page. Avec un forfait d’un jour ou d’un mois, 1 Mo coûte de 12 à 33 GNF."
      type="number"
      inputMode="numeric"
      min="1"
      max="1000"
      required
    />
  );
}

function RateFields({ field }: Props) {
  const labels = LABELS.exchange_rate;
  return (
    <>
      <TextField
        {...field("gnf")}
        label={labels.gnf}
        hint="Par exemple 9 450,25. Les autres taux en découlent, avec la parité fixe : 1 € vaut 655,957 FCFA. Vide : rien n’est converti en francs guinéens."
        inputMode="decimal"
        autoComplete="off"
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          {...field("source")}
          label={labels.source}
          hint="Qui le publie : BCRG, par exemple."
        />
        <TextField {...field("date")} label={labels.date} type="date" />
      </div>
    </>
  );
}

function PayPalFields({ field }: Props) {
  return (
    <TextField
      {...field("minimum")}
      label={LABELS.paypal.minimum}
      hint="En dessous, PayPal n’est pas proposé : il garde environ 0,35 € de chaque paiement, plus 3 %, selon ses tarifs publiés. Sur 3 €, il reste 2,56 € ; sur 1 €, 0,62 €. Zéro : toujours proposé."
      inputMode="decimal"
      autoComplete="off"
      required
    />
  );
}

function RefundFields({ field }: Props) {
  const labels = LABELS.refunds;
  const amount = { type: "number", inputMode: "numeric", min: "0", required: true } as const;
  return (
    <>
      <p className="text-muted">
        Jusqu’à ce plafond, la personne qui demande un remboursement peut l’approuver. Au-delà, pour
        une commande ou pour ses demandes d’une journée, une autre personne approuve, dont le compte
        a plus de 24 heures. Un plafond relevé compte après 24 heures.
      </p>
      <TextField {...field("limit_GNF")} label={labels.limit_GNF} {...amount} />
      <TextField {...field("limit_XOF")} label={labels.limit_XOF} {...amount} />
    </>
  );
}
