import type { MailKind } from "./parts.ts";

/** Tells that malware was found in a file after it was submitted. `member` is null when the mail goes to the member. */
export const harmfulFile: MailKind<{
  firstName: string;
  member: string | null;
  requirement: string;
  organization: string;
  files: readonly string[];
  path: string;
}> = {
  en: ({ firstName, member, requirement, organization, files, path }) => ({
    subject: `${requirement}: a file can't be used`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: member
          ? `Our malware scan found a problem in the files submitted for ${member} to ${organization} under “${requirement}”:`
          : `Our malware scan found a problem in the files you submitted to ${organization} under “${requirement}”:`,
      },
      { list: files },
      {
        say: "We locked what we found so that no one can open it. Check the device for malware, save the document again, and submit the new copy.",
      },
      { link: path, label: "Submit again" },
    ],
  }),
  es: ({ firstName, member, requirement, organization, files, path }) => ({
    subject: `${requirement}: un archivo no se puede usar`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: member
          ? `Nuestro análisis antivirus encontró un problema en los archivos enviados para ${member} a ${organization} en «${requirement}»:`
          : `Nuestro análisis antivirus encontró un problema en los archivos que enviaste a ${organization} en «${requirement}»:`,
      },
      { list: files },
      {
        say: "Hemos bloqueado lo encontrado para que nadie pueda abrirlo. Analiza el dispositivo con un antivirus, guarda el documento de nuevo y envía la copia nueva.",
      },
      { link: path, label: "Volver a enviar" },
    ],
  }),
};
