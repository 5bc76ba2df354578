import type { MailKind } from "./parts.ts";

/** To a new address: the link by which it becomes an account's. */
export const emailChange: MailKind<{ hours: number; path: string }> = {
  en: ({ hours, path }) => ({
    subject: "Confirm your new email address",
    parts: [
      { say: "Somebody, probably you, wants to log in to Touchline with this address from now on." },
      { link: path, label: "Use this address" },
      {
        say: `The link works once, for ${hours} hours. If it wasn't you, ignore this email and nothing will change.`,
      },
    ],
  }),
  es: ({ hours, path }) => ({
    subject: "Confirma tu nueva dirección de correo",
    parts: [
      { say: "Alguien, seguramente tú, quiere entrar en Touchline con esta dirección a partir de ahora." },
      { link: path, label: "Usar esta dirección" },
      {
        say: `El enlace vale una sola vez, durante ${hours} horas. Si no fuiste tú, ignora este mensaje: no cambia nada.`,
      },
    ],
  }),
};

/** To an address that has an account already: nobody else is told that it has. */
export const emailTaken: MailKind<{ path: string }> = {
  en: ({ path }) => ({
    subject: "This address has a Touchline account already",
    parts: [
      {
        say: "Somebody, probably you, wants to use this address for another Touchline account. It belongs to an account already, so nothing was changed.",
      },
      { link: path, label: "Log in with this address" },
      {
        say: "To use it for the other account, first give this one another address, or close it. If it was not you, ignore this mail.",
      },
    ],
  }),
  es: ({ path }) => ({
    subject: "Esta dirección ya tiene una cuenta de Touchline",
    parts: [
      {
        say: "Alguien, seguramente tú, quiere usar esta dirección para otra cuenta de Touchline. Ya pertenece a una cuenta, así que no ha cambiado nada.",
      },
      { link: path, label: "Entrar con esta dirección" },
      {
        say: "Para usarla en la otra cuenta, primero cambia la dirección de esta o ciérrala. Si no fuiste tú, ignora este mensaje.",
      },
    ],
  }),
};

/** To the present address, while another waits to be confirmed. */
export const emailChangeRequested: MailKind<{ supportEmail: string }> = {
  en: ({ supportEmail }) => ({
    subject: "Your email address is about to change",
    parts: [
      {
        say: "Somebody logged in to your account and gave the password to use another email address. It changes once the link that went there is opened.",
      },
      {
        say: `If it was you, there is nothing to do. If not, set a new password now: that stops the change. You can also write to ${supportEmail}.`,
      },
      { link: "/forgot-password", label: "Set a new password" },
    ],
  }),
  es: ({ supportEmail }) => ({
    subject: "Tu dirección de correo está a punto de cambiar",
    parts: [
      {
        say: "Alguien entró en tu cuenta y dio la contraseña para usar otra dirección de correo. Cambiará cuando se abra el enlace enviado allí.",
      },
      {
        say: `Si fuiste tú, no tienes que hacer nada. Si no, elige ahora una contraseña nueva: eso detiene el cambio. También puedes escribir a ${supportEmail}.`,
      },
      { link: "/forgot-password", label: "Elegir una contraseña nueva" },
    ],
  }),
};

/** To the address that was the account's until now. */
export const emailChanged: MailKind<{ supportEmail: string }> = {
  en: ({ supportEmail }) => ({
    subject: "Your email address was changed",
    parts: [
      { say: "You now log in to Touchline with another email address. This one is no longer used for your account." },
      {
        say: `If it was not you, write to ${supportEmail} from this address at once: we can give the account back to you.`,
      },
    ],
  }),
  es: ({ supportEmail }) => ({
    subject: "Se cambió tu dirección de correo",
    parts: [
      { say: "Ahora entras en Touchline con otra dirección de correo. Esta ya no se usa para tu cuenta." },
      {
        say: `Si no fuiste tú, escribe enseguida a ${supportEmail} desde esta dirección: podemos devolverte la cuenta.`,
      },
    ],
  }),
};
