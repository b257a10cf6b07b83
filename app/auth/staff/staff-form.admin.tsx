import type { FormValues } from "../../core/values/check-fields.ts";
import { fieldsOf } from "../../kit/form/fields.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { saveForm } from "../../kit/form/save.server.ts";
import { useNotice } from "../../mail/use-notice.ts";
import { TextField } from "../../ui/fields.tsx";
import { withConfirmation } from "../second-factor/confirmation.system.server.ts";
import type { Route } from "./+types/staff-form.admin.ts";
import { admissionMessage, invitationSchema, inviteStaff } from "./invitations.staff.server.ts";
import { RoleBoxes } from "./role-boxes.tsx";
import { boxOf } from "./staff-roles.ts";

const LIST = "/admin/staff";
const LABELS = { name: "Nom", email: "E-mail", [boxOf("admin")]: "Rôles" };
const NEW = {};

/** What cannot be saved yet, such as an invitation without a role, is refused before anything is asked. */
const isComplete = (values: FormValues) => invitationSchema.safeParse(values).success;

export function action(args: Route.ActionArgs) {
  return withConfirmation(args, isComplete, (request) =>
    saveForm(request, args.context, {
      schema: invitationSchema,
      returnTo: LIST,
      async save(db, invitation) {
        return admissionMessage(await inviteStaff(db, invitation));
      },
    }),
  );
}

export default function StaffFormAdmin({ actionData }: Route.ComponentProps) {
  const field = fieldsOf(NEW, actionData);
  const notice = useNotice();
  return (
    <FormDialog
      title="Inviter une personne"
      list={LIST}
      defaults={NEW}
      state={actionData}
      labels={LABELS}
      submit="Inviter"
    >
      <p className="text-muted">
        {notice(
          "La personne reçoit aussitôt un lien pour choisir son mot de passe, et travaille tout de suite.",
          "Ce site ne peut pas envoyer d’e-mail : le lien pour choisir un mot de passe s’affiche ensuite, à remettre vous-même à la personne.",
        )}{" "}
        Seul un administrateur attend : une autre personne de l’administration, au compte de plus de
        24 heures, doit d’abord l’approuver, ou vous-même 24 heures plus tard si vous êtes la seule.
      </p>
      <TextField {...field("name")} label={LABELS.name} autoComplete="off" required />
      <TextField
        {...field("email")}
        label={LABELS.email}
        type="email"
        autoComplete="off"
        required
      />
      <RoleBoxes field={field} />
    </FormDialog>
  );
}
