import { Readable } from "node:stream";
import * as contract from "@touchline/contract/reporting/retention";
import { on, onErrand } from "../../../http/mount.ts";
import { certificatesPage, certificateToPrint, printCertificate } from "./queries.ts";

export const routes = [
  on(contract.listDisposalCertificates, (call, { query }) => certificatesPage(call, query)),
  onErrand(contract.downloadDisposalCertificate, {
    begin: (call, { params }) => certificateToPrint(call, params.id),
    act: printCertificate,
    finish: (_call, { params }, pdf) =>
      Promise.resolve({
        stream: Readable.from([pdf]),
        name: `disposal-${params.id}.pdf`,
        mediaType: "application/pdf",
        bytes: pdf.length,
      }),
  }),
];
