import type { MailKind } from "./parts.ts";

/** Somebody signed up with an address that has an account. `join`: for what; null where only the address was given. */
export const accountExists: MailKind<{
  join: { organization: string; role: string; level: string } | null;
  path: string;
}> = {
  en: ({ join, path }) => ({
    subject: join ? `You have an account: log in to join ${join.organization}` : "You already have an account",
    parts: [
      { say: "Hello," },
      {
        say: join
          ? `somebody signed up with this address as ${join.role} at ${join.level} (${join.organization}). If that was you: you have an account already. Open the link, choose “I have an account”, and log in to join with it.`
          : "somebody signed up with this address. If that was you: you have an account already. Log in with it.",
      },
      { link: path, label: join ? "Join with my account" : "Log in" },
      { say: "If you have forgotten the password, ask for a new one where you log in." },
      { say: "If it was not you, ignore this mail: nobody gets into your account by it." },
    ],
  }),
  es: ({ join, path }) => ({
    subject: join ? `Ya tienes una cuenta: inicia sesión para unirte a ${join.organization}` : "Ya tienes una cuenta",
    parts: [
      { say: "Hola:" },
      {
        say: join
          ? `alguien se registró con esta dirección como ${join.role} en ${join.level} (${join.organization}). Si fuiste tú: ya tienes una cuenta. Abre el enlace, elige «I have an account» e inicia sesión para unirte con ella.`
          : "alguien se registró con esta dirección. Si fuiste tú: ya tienes una cuenta. Inicia sesión con ella.",
      },
      { link: path, label: join ? "Unirme con mi cuenta" : "Iniciar sesión" },
      { say: "Si has olvidado la contraseña, pide una nueva al iniciar sesión." },
      { say: "Si no fuiste tú, ignora este mensaje: nadie entra en tu cuenta con él." },
    ],
  }),
};
