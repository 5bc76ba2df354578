import type { MailKind } from "./parts.ts";

/** A change to the second factors of an account. */
export type FactorMail = "passkeyAdded" | "passkeyRemoved" | "appAdded" | "appRemoved" | "codesRenewed";

const english: Record<FactorMail, (name: string) => string> = {
  passkeyAdded: (name) => `The passkey “${name}” was added to your account.`,
  passkeyRemoved: (name) => `The passkey “${name}” was removed from your account.`,
  appAdded: () => "An authenticator app was added to your account.",
  appRemoved: () => "The authenticator app was removed from your account.",
  codesRenewed: () => "New recovery codes were created for your account. The old ones no longer work.",
};

const spanish: Record<FactorMail, (name: string) => string> = {
  passkeyAdded: (name) => `Se añadió la llave de acceso «${name}» a tu cuenta.`,
  passkeyRemoved: (name) => `Se quitó la llave de acceso «${name}» de tu cuenta.`,
  appAdded: () => "Se añadió una aplicación de autenticación a tu cuenta.",
  appRemoved: () => "Se quitó la aplicación de autenticación de tu cuenta.",
  codesRenewed: () => "Se crearon códigos de recuperación nuevos para tu cuenta. Los anteriores ya no valen.",
};

/** Tells the owner of an account that its second factors changed, so that no one else can change them unnoticed. */
export const secondFactor: MailKind<{ what: FactorMail; name: string; path: string }> = {
  en: ({ what, name, path }) => ({
    subject: "Your login settings changed",
    parts: [
      { say: english[what](name) },
      { link: path, label: "Review security settings" },
      { say: "If this wasn't you, set a new password right away and remove anything you don't recognize." },
    ],
  }),
  es: ({ what, name, path }) => ({
    subject: "Cambió tu configuración de inicio de sesión",
    parts: [
      { say: spanish[what](name) },
      { link: path, label: "Ver los ajustes de seguridad" },
      { say: "Si no fuiste tú, elige enseguida una contraseña nueva y quita lo que no reconozcas." },
    ],
  }),
};
