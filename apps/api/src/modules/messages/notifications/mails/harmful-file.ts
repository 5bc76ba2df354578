import type { MailKind } from "./parts.ts";

/** Something harmful was found in a file after it was sent in. `member` is null when the mail goes to the member. */
export const harmfulFile: MailKind<{
  firstName: string;
  member: string | null;
  requirement: string;
  organization: string;
  files: readonly string[];
  path: string;
}> = {
  en: ({ firstName, member, requirement, organization, files, path }) => ({
    subject: `${requirement}: a file cannot be used`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: member
          ? `A check found something harmful in what was submitted for ${member} to ${organization} under "${requirement}":`
          : `A check found something harmful in what you submitted to ${organization} under "${requirement}":`,
      },
      { list: files },
      {
        say: "The file is locked, and nobody can open it. The submission was sent back: look over the device that the file comes from, save the document anew and send it again.",
      },
      { link: path, label: "Submit it again" },
    ],
  }),
  es: ({ firstName, member, requirement, organization, files, path }) => ({
    subject: `${requirement}: un archivo no se puede usar`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: member
          ? `Una revisión encontró algo dañino en lo que se envió para ${member} a ${organization} en «${requirement}»:`
          : `Una revisión encontró algo dañino en lo que enviaste a ${organization} en «${requirement}»:`,
      },
      { list: files },
      {
        say: "El archivo está bloqueado y nadie puede abrirlo. El envío se devolvió: revisa el dispositivo del que viene el archivo, guarda el documento de nuevo y vuelve a enviarlo.",
      },
      { link: path, label: "Volver a enviar" },
    ],
  }),
};
