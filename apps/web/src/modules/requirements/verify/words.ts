/** The texts of the public page that verifies a signed waiver. */
export const words = {
  foundByCode:
    "A document with this code was signed here. To check that yours is the same, choose the file. Its SHA-256 must be:",
  pageTitle: "Verify a signed waiver",
  codeMissing: "Enter the code from the last page of the document.",
  pageLead: "Check that a document was signed here and hasn't been changed since.",
  checkByFile: "Verify by file",
  signedPdf: "Signed PDF",
  fileHelp: "The file is checked on this device and isn't uploaded.",
  checkByCode: "Verify by code",
  code: "Code",
  codeHelp: "20 letters and digits at the bottom of each page.",
  check: "Verify",
  notFoundTitle: "Not found",
  fileNotFound: "This exact file wasn't signed here. Any change makes it a different file, even saving it again.",
  codeNotFound: "No document with this code was signed here. Check that you typed the code exactly as printed.",
  genuine: ({ moment }: { moment: string }) => `Genuine. Signed on ${moment}`,
  downloadProof: "Download proof",
  fileGenuine: "This is exactly the document that was signed.",
};
