import type { MailKind } from "./parts.ts";

/** Asks the owner of a new address to confirm that an account may use it. */
export const emailChange: MailKind<{ hours: number; path: string }> = {
  en: ({ hours, path }) => ({
    subject: "Confirm your new email address",
    parts: [
      { say: "Someone, probably you, asked to use this email address to log in to Touchline." },
      { link: path, label: "Confirm email address" },
      {
        say: `This link works once and expires in ${hours} hours. If this wasn't you, you can ignore this email. Nothing will change.`,
      },
    ],
  }),
  es: ({ hours, path }) => ({
    subject: "Confirma tu nueva dirección de correo",
    parts: [
      { say: "Alguien, probablemente tú, quiere usar esta dirección de correo para iniciar sesión en Touchline." },
      { link: path, label: "Confirmar la dirección" },
      {
        say: `Este enlace vale una sola vez y caduca en ${hours} horas. Si no fuiste tú, puedes ignorar este correo. No cambiará nada.`,
      },
    ],
  }),
};

/** Tells only the owner of an address that it already has an account. */
export const emailTaken: MailKind<{ path: string }> = {
  en: ({ path }) => ({
    subject: "This email address already has a Touchline account",
    parts: [
      {
        say: "Someone, probably you, tried to use this address for another Touchline account. It already belongs to an account, so nothing changed.",
      },
      { link: path, label: "Log in" },
      {
        say: "To use it for the other account, first change the email address of this account or close it. If this wasn't you, you can ignore this email.",
      },
    ],
  }),
  es: ({ path }) => ({
    subject: "Esta dirección ya tiene una cuenta de Touchline",
    parts: [
      {
        say: "Alguien, probablemente tú, intentó usar esta dirección para otra cuenta de Touchline. Ya pertenece a una cuenta, así que no ha cambiado nada.",
      },
      { link: path, label: "Iniciar sesión" },
      {
        say: "Para usarla en la otra cuenta, primero cambia la dirección de esta o ciérrala. Si no fuiste tú, puedes ignorar este correo.",
      },
    ],
  }),
};

/** Warns the current address while another one waits to be confirmed. */
export const emailChangeRequested: MailKind<{ supportEmail: string }> = {
  en: ({ supportEmail }) => ({
    subject: "Your email address is about to change",
    parts: [
      {
        say: "Someone logged in to your account and entered the password to change its email address. The change takes effect when the link we sent to the new address is opened.",
      },
      {
        say: `If this was you, there's nothing to do. If not, set a new password now to stop the change. You can also write to ${supportEmail}.`,
      },
      { link: "/forgot-password", label: "Set a new password" },
    ],
  }),
  es: ({ supportEmail }) => ({
    subject: "Tu dirección de correo está a punto de cambiar",
    parts: [
      {
        say: "Alguien inició sesión en tu cuenta e introdujo la contraseña para cambiar la dirección de correo. Cambiará cuando se abra el enlace que enviamos a la dirección nueva.",
      },
      {
        say: `Si fuiste tú, no tienes que hacer nada. Si no, elige ahora una contraseña nueva para detener el cambio. También puedes escribir a ${supportEmail}.`,
      },
      { link: "/forgot-password", label: "Elegir una contraseña nueva" },
    ],
  }),
};

/** Tells the previous address of an account that it was replaced. */
export const emailChanged: MailKind<{ supportEmail: string }> = {
  en: ({ supportEmail }) => ({
    subject: "Your email address was changed",
    parts: [
      {
        say: "You now log in to Touchline with a different email address. This one is no longer used for your account.",
      },
      {
        say: `If this wasn't you, write to ${supportEmail} from this address right away. We can restore your account.`,
      },
    ],
  }),
  es: ({ supportEmail }) => ({
    subject: "Se cambió tu dirección de correo",
    parts: [
      { say: "Ahora inicias sesión en Touchline con otra dirección de correo. Esta ya no se usa para tu cuenta." },
      {
        say: `Si no fuiste tú, escribe enseguida a ${supportEmail} desde esta dirección. Podemos recuperar tu cuenta.`,
      },
    ],
  }),
};
