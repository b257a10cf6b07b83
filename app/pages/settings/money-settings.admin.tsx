import type { GroupField } from "../../kit/form/repeater.tsx";
import { TextField } from "../../ui/fields.tsx";

/** What the fields of the settings about money are called. */
export const MONEY_LABELS = {
  exchange_rate: { gnf: "Francs guinéens pour 1 euro", source: "Source", date: "Date du taux" },
  refunds: { limit_GNF: "Plafond en GNF", limit_XOF: "Plafond en FCFA" },
};

type Props = { field: GroupField };

export function RateFields({ field }: Props) {
  const labels = MONEY_LABELS.exchange_rate;
  return (
    <>
      <TextField
        {...field("gnf")}
        label={labels.gnf}
        hint="Par exemple 9 450,25. Les autres taux en découlent, avec la parité fixe : 1 € vaut 655,957 FCFA. Vide, rien n’est converti en francs guinéens."
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

export function RefundFields({ field }: Props) {
  const labels = MONEY_LABELS.refunds;
  const amount = { type: "number", inputMode: "numeric", min: "0", required: true } as const;
  return (
    <>
      <p className="text-muted">
        Jusque-là, la personne qui demande un remboursement peut l’approuver. Au-delà, pour une
        commande ou pour ses demandes d’une journée, une autre personne approuve, dont le compte a
        plus de 24 heures. Un plafond relevé compte après 24 heures.
      </p>
      <TextField {...field("limit_GNF")} label={labels.limit_GNF} {...amount} />
      <TextField {...field("limit_XOF")} label={labels.limit_XOF} {...amount} />
    </>
  );
}
