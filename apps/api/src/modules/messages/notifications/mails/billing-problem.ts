import type { MailKind } from "./parts.ts";

/** The problems that billing staff are emailed about. */
export type BillingProblem =
  | "refunded"
  | "refundFailed"
  | "pastDue"
  | "unpaid"
  | "cardExpires"
  | "disputed"
  | "exemptionAccepted"
  | "exemptionDeclined"
  | "exemptionEnded";

/** Tells billing staff about a payment problem. It names no one. */
export const billingProblem: MailKind<{
  firstName: string;
  organization: string;
  problem: BillingProblem;
  path: string;
}> = {
  en: ({ firstName, organization, problem, path }) => ({
    subject: {
      refunded: "A payment was refunded automatically",
      refundFailed: "A refund couldn't be made",
      pastDue: "Your subscription couldn't be charged",
      unpaid: "Your subscription is unpaid",
      cardExpires: "Your card expires soon",
      disputed: "A payment was disputed",
      exemptionAccepted: "Your exemption certificate was accepted",
      exemptionDeclined: "Your exemption certificate wasn't accepted",
      exemptionEnded: "Your tax exemption has ended",
    }[problem],
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: {
          refunded: `A member of ${organization} paid for something that couldn't be started or that ended without a result. The payment was refunded, and the member was told.`,
          refundFailed: `A refund to a member of ${organization} couldn't be made. Give the money back in another way, and tell the member.`,
          pastDue: `The card of ${organization} couldn't be charged for the subscription. We try again in some days. Check the card. Nobody loses a clearance because of this.`,
          unpaid: `The subscription of ${organization} is still unpaid after several tries. Add another card. Nobody loses a clearance because of this.`,
          cardExpires: `The card of ${organization} expires soon. Add another card, so that the subscription can be charged.`,
          disputed: `A payment to ${organization} was disputed at the payer's bank. Answer the dispute at the card provider.`,
          exemptionAccepted: `The exemption certificate of ${organization} was accepted. From now on no sales tax is charged. The billing page shows how long the certificate counts.`,
          exemptionDeclined: `The exemption certificate of ${organization} wasn't accepted. Sales tax is charged where it applies. Read the reason on the billing page, then upload another certificate.`,
          exemptionEnded: `The last day of the exemption certificate of ${organization} is over. Sales tax is charged where it applies. Upload a new certificate if your organization is still exempt.`,
        }[problem],
      },
      { link: path, label: "Open billing" },
    ],
  }),
  es: ({ firstName, organization, problem, path }) => ({
    subject: {
      refunded: "Un pago se reembolsó automáticamente",
      refundFailed: "No se pudo hacer un reembolso",
      pastDue: "No se pudo cobrar tu suscripción",
      unpaid: "Tu suscripción no está pagada",
      cardExpires: "Tu tarjeta vence pronto",
      disputed: "Se impugnó un pago",
      exemptionAccepted: "Se aceptó tu certificado de exención",
      exemptionDeclined: "No se aceptó tu certificado de exención",
      exemptionEnded: "Tu exención de impuestos terminó",
    }[problem],
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: {
          refunded: `Un miembro de ${organization} pagó por algo que no se pudo iniciar o que terminó sin resultado. El pago se reembolsó y se avisó al miembro.`,
          refundFailed: `No se pudo hacer un reembolso a un miembro de ${organization}. Devuelve el dinero de otra manera y avisa al miembro.`,
          pastDue: `No se pudo cobrar la suscripción a la tarjeta de ${organization}. Lo intentaremos de nuevo en unos días. Comprueba la tarjeta. Nadie pierde su autorización por esto.`,
          unpaid: `La suscripción de ${organization} sigue sin pagarse después de varios intentos. Agrega otra tarjeta. Nadie pierde su autorización por esto.`,
          cardExpires: `La tarjeta de ${organization} vence pronto. Agrega otra tarjeta para que se pueda cobrar la suscripción.`,
          disputed: `Alguien impugnó en su banco un pago a ${organization}. Responde a la impugnación en el proveedor de tarjetas.`,
          exemptionAccepted: `Se aceptó el certificado de exención de ${organization}. A partir de ahora no se cobra el impuesto sobre las ventas. La página de facturación muestra hasta cuándo vale el certificado.`,
          exemptionDeclined: `No se aceptó el certificado de exención de ${organization}. Se cobra el impuesto sobre las ventas donde corresponda. Lee el motivo en la página de facturación y sube otro certificado.`,
          exemptionEnded: `Pasó el último día del certificado de exención de ${organization}. Se cobra el impuesto sobre las ventas donde corresponda. Sube un certificado nuevo si tu organización sigue exenta.`,
        }[problem],
      },
      { link: path, label: "Abrir facturación" },
    ],
  }),
};
