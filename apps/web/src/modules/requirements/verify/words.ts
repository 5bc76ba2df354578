/** Every text of these pages, in complete sentences. */
export const words = {
  aDocumentWithThisCode:
    "A document with this code was signed. Whether yours is the same shows when you choose the file; its SHA-256 must be",
  checkASignedWaiver: "Check a signed waiver",
  enterTheCodeFromThe: "Enter the code from the last page of the document.",
  findOutWhetherADocument: "Find out whether a document was signed here and hasn't been changed since.",
  checkByFile: "Check by file",
  theSignedPdf: "The signed PDF",
  theFileIsCheckedOn: "The file is checked on this device and isn't uploaded.",
  checkByCode: "Check by code",
  code: "Code",
  twentyLettersAndDigitsAt: "Twenty letters and digits, at the foot of each page.",
  check: "Check",
  unknown: "Unknown",
  thisExactDocumentWasntSigned:
    "This exact document wasn't signed here. Even a small change or saving it again makes it a different file.",
  noDocumentWithThisCode:
    "No document with this code was signed here. Check that you typed the code exactly as printed.",
  genuineSignedOn: ({ moment }: { moment: string }) => `Genuine, signed on ${moment}`,
  downloadProof: "Download proof",
  thisIsExactlyTheDocument: "This is exactly the document that was signed.",
};
