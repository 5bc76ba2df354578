import type { MailKind } from "./parts.ts";

/**
 * Tells the owner of an account that someone signed up with its address. `join`: the sign-up's organization; null if
 * only the address
 * was given.
 */
export const accountExists: MailKind<{
  join: { organization: string; role: string; level: string } | null;
  path: string;
}> = {
  en: ({ join, path }) => ({
    subject: join ? `Log in to join ${join.organization}` : "You already have an account",
    parts: [
      { say: "Hello," },
      {
        say: join
          ? `Someone signed up with this email address as ${join.role} at ${join.level} (${join.organization}). You already have an account. If this was you, open the link and log in to your account to join.`
          : "Someone signed up with this email address. You already have an account. If this was you, log in.",
      },
      { link: path, label: join ? "Join with my account" : "Log in" },
      { say: "If you forgot your password, you can reset it on the login page." },
      { say: "If this wasn't you, you can ignore this email. No one can get into your account with it." },
    ],
  }),
  es: ({ join, path }) => ({
    subject: join ? `Inicia sesión para unirte a ${join.organization}` : "Ya tienes una cuenta",
    parts: [
      { say: "Hola:" },
      {
        say: join
          ? `Alguien se registró con esta dirección como ${join.role} en ${join.level} (${join.organization}). Ya tienes una cuenta. Si fuiste tú, abre el enlace e inicia sesión en tu cuenta para unirte.`
          : "Alguien se registró con esta dirección. Ya tienes una cuenta. Si fuiste tú, inicia sesión.",
      },
      { link: path, label: join ? "Unirme con mi cuenta" : "Iniciar sesión" },
      { say: "Si has olvidado la contraseña, puedes restablecerla en la página de inicio de sesión." },
      { say: "Si no fuiste tú, puedes ignorar este correo. Nadie puede entrar en tu cuenta con él." },
    ],
  }),
};
