import {
  type AccountEvent,
  accountNoticeMail,
  addressChangeMail,
  admissionMail,
  passwordResetMail,
  signInCodeMail,
  staffInvitationMail,
} from "../../../app/auth/account/account.mail.ts";

import { DEADLINE, type MailExpectations } from "../../mail/sample-values.ts";

const PLACE = { device: "Chrome · Android", network: "41.82.x.x" };

const ADMISSION = (name: string) => ({
  askedBy: name,
  candidate: { name, email: "hawa@example.org", roles: "Administrateur" },
});

export default {
  toStaff(values) {
    const to = { recipient: "aissatou@example.org", name: values };
    const notice = (event: AccountEvent) => accountNoticeMail({ ...to, event, at: DEADLINE });
    return {
      reset: passwordResetMail({ ...to, token: "l1nk" }),
      code: signInCodeMail({ ...to, code: "123456" }),
      invitation: staffInvitationMail({ ...to, token: "l1nk", invitedBy: values }),
      admission: admissionMail({ ...ADMISSION(values), ...to, until: null }),
      loneAdmission: admissionMail({ ...ADMISSION(values), ...to, until: DEADLINE }),
      openAdmission: admissionMail({
        ...ADMISSION(values),
        ...to,
        candidate: { name: values, email: "hawa@example.org", roles: "Trésorerie" },
      }),
      address: addressChangeMail({ ...to, token: "l1nk" }),
      newDevice: notice({ kind: "new-device", client: PLACE }),
      password: notice({ kind: "password-changed" }),
      authenticator: notice({ kind: "factor-on", by: "authenticator" }),
      mailCodes: notice({ kind: "factor-on", by: "mail" }),
      factorOff: notice({ kind: "factor-off" }),
      recoveryCodes: notice({ kind: "recovery-codes-made" }),
      recoveryCode: notice({ kind: "recovery-code-used", left: 1, client: PLACE }),
      lastRecoveryCode: notice({ kind: "recovery-code-used", left: 0, client: PLACE }),
      passkey: notice({ kind: "passkey-added", called: values, client: PLACE }),
      passkeyRenamed: notice({ kind: "passkey-renamed", from: values, to: "Téléphone" }),
      passkeyRemoved: notice({ kind: "passkey-removed", called: values }),
      passkeyCopied: notice({ kind: "passkey-copied", called: values }),
      device: notice({ kind: "devices-signed-out", count: 1 }),
      devices: notice({ kind: "devices-signed-out", count: 3 }),
      newAddress: notice({ kind: "address-changed", from: "a@example.org", to: "b@example.org" }),
      roles: notice({ kind: "roles-changed", by: values, roles: "Rédaction, Trésorerie" }),
      deactivated: notice({ kind: "deactivated", by: values }),
      withdrawn: notice({ kind: "invitation-withdrawn", by: values }),
      removed: notice({ kind: "removed", by: values }),
      factorReset: notice({ kind: "factor-reset", by: values }),
      machine: notice({ kind: "reset-by-machine" }),
    };
  },
} satisfies MailExpectations;
