/** The texts of certificates of disposal. */
export const words = {
  title: "Certificates of disposal",
  intro:
    "What was disposed of at the end of its retention period. A certificate contains no personal data, and is kept for good.",
  auditLog: "Audit log",
  notLoaded: "The certificates couldn't be loaded",
  none: "No certificates yet",
  noneHint: "Data is disposed of once a day, as the retention settings say.",
  kind: "Kind of data",
  items: "Number",
  period: "Retention began",
  setting: "Setting",
  disposed: "Disposed of",
  certificate: "Certificate",
  range: ({ from, to }: { from: string; to: string }) => (from === to ? from : `${from} to ${to}`),
  download: "Download",
  downloadNamed: ({ kind, moment }: { kind: string; moment: string }) => `Download the certificate: ${kind}, ${moment}`,
  showMore: "Show more",
};
