import type { QueryOf, ResponseOf } from "@touchline/contract";
import type { DisposalCertificate, listDisposalCertificates } from "@touchline/contract/reporting/retention";
import { disposalKindNames, retentionText } from "@touchline/rules";
import { and, desc, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { type Call, organizationFacts } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { renderDocument } from "../../../documents/pdf.ts";
import { notFound } from "../../../errors.ts";
import { cursors } from "../../../http/page-cursor.ts";
import { disposalCertificate } from "../../../schema/reporting.ts";
import { authorize } from "../../../security/authorize.ts";

const { read, write } = cursors(z.object({ id: z.uuid() }));
const everywhere = { organizationWide: true } as const;

type Row = typeof disposalCertificate.$inferSelect;

function shown({ organizationId: _, fromAt, toAt, disposedAt, ...row }: Row): DisposalCertificate {
  return {
    ...row,
    ...{ fromAt: fromAt.toISOString(), toAt: toAt.toISOString(), disposedAt: disposedAt.toISOString() },
  };
}

/** Lists a page of certificates, newest first: their ids grow with time. @throws Forbidden */
export async function certificatesPage(
  call: Call,
  { perPage, cursor }: QueryOf<typeof listDisposalCertificates>,
): Promise<ResponseOf<typeof listDisposalCertificates>> {
  authorize(call, "audit", everywhere);
  const rows = await call.db
    .select()
    .from(disposalCertificate)
    .where(
      and(
        ours(disposalCertificate, call),
        cursor === undefined ? undefined : lt(disposalCertificate.disposalCertificateId, read(cursor).id),
      ),
    )
    .orderBy(desc(disposalCertificate.disposalCertificateId))
    .limit(perPage + 1);
  const page = rows.slice(0, perPage);
  const last = rows.length > perPage ? page.at(-1) : undefined;
  return { data: page.map(shown), next: last ? write({ id: last.disposalCertificateId }) : null };
}

/** Returns what a certificate says. @throws NotFound, Forbidden */
export async function certificateToPrint(call: Call, disposalCertificateId: string) {
  authorize(call, "audit", everywhere);
  const [row] = await call.db
    .select()
    .from(disposalCertificate)
    .where(and(ours(disposalCertificate, call), eq(disposalCertificate.disposalCertificateId, disposalCertificateId)));
  if (!row) throw notFound("certificate");
  const { name, timeZone } = await organizationFacts(call);
  return { certificate: shown(row), organization: name, timeZone };
}

/** Prints a certificate as a PDF/A document. */
export async function printCertificate({
  certificate,
  organization,
  timeZone,
}: Awaited<ReturnType<typeof certificateToPrint>>): Promise<Buffer> {
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone });
  const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "long", timeZone });
  const on = (text: string) => day.format(new Date(text));
  const { disposalCertificateId, kind, items, fromAt, toAt, disposedAt } = certificate;
  const { pdf } = await renderDocument(
    "record",
    {
      ...{ title: "Certificate of disposal", author: organization, language: "en", createdAt: new Date(disposedAt) },
      reference: `Certificate ${disposalCertificateId}`,
      facts: [
        ["Organization", organization],
        ["Kind of data", disposalKindNames[kind]],
        ["Number", items.toLocaleString("en-US")],
        ["Retention began", `${on(fromAt)} to ${on(toAt)}`],
        ["Retention setting", retentionText(certificate)],
        ["Disposed of", moment.format(new Date(disposedAt))],
      ],
      notes: [
        "The contents were removed from the database, and keys and files were destroyed. Backups expire on their own schedule.",
        "This certificate contains no personal data. The disposal is recorded in the organization's audit log.",
      ],
      sections: [],
    },
    [],
    { archival: true },
  );
  return pdf;
}
