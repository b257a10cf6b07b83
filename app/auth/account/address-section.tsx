import { Form } from "react-router";
import { codeLabel } from "../second-factor/second-factor.ts";
import type { Factor } from "../second-factor/second-factors.system.server.ts";
import { EntranceField } from "../sign-in/entrance-form.tsx";
import { errorsOf, Section, type State } from "./account-sections.tsx";

/** Another address for the account, which counts once the link that is sent there comes back. */
export function AddressSection({ factor, state }: { factor: Factor; state: State }) {
  const errors = errorsOf(state, "email");
  return (
    <Section title="Adresse e-mail" intents={["email"]} state={state}>
      <Form method="post" preventScrollReset className="grid gap-3">
        <input type="hidden" name="intent" value="email" />
        <EntranceField
          id="new-email"
          name="email"
          label="Nouvelle adresse"
          type="email"
          autoComplete="email"
          hint="Nous y envoyons un lien ; l’adresse change quand vous l’ouvrez."
          defaultValue={state?.intent === "email" ? state.email : undefined}
          error={errors.email}
        />
        <EntranceField
          id="email-password"
          name="password"
          label="Votre mot de passe"
          type="password"
          autoComplete="current-password"
          error={errors.password}
        />
        {factor.on && (
          <EntranceField
            id="email-code"
            name="code"
            label={codeLabel(factor)}
            type="text"
            autoComplete="one-time-code"
            error={errors.code}
          />
        )}
        <button type="submit" className="button justify-self-start">
          Envoyer le lien
        </button>
      </Form>
    </Section>
  );
}
