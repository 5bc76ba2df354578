const printIt = "Print it to PDF and upload that.";
/** Reasons for refusing a document, in words; `{name}` is its file's. */
export const problems = {
  damaged: "“{name}” is damaged or incomplete. Open it, save it again as PDF, and upload that.",
  locked: "“{name}” is password-protected. Save it without a password and upload that.",
  unreadable: `“{name}” is packed in a way that can't be checked. ${printIt}`,
  bomb: `“{name}” is too large when unpacked. ${printIt}`,
  tooMuch: `“{name}” is too complex to be checked. ${printIt}`,
  script: `“{name}” runs a script when it's opened. ${printIt}`,
  program: `“{name}” starts a program when it's opened. ${printIt}`,
  files: `“{name}” contains other files. ${printIt}`,
  sends: `“{name}” sends the answers somewhere else. ${printIt}`,
  xfa: `“{name}” contains a form that only some programs can show (XFA). ${printIt}`,
  elsewhere: `“{name}” has parts in other files or on other computers. ${printIt}`,
  link: `“{name}” links to something other than a web page or an email address. ${printIt}`,
  action: `“{name}” has a button or link that does more than open a page. ${printIt}`,
} as const;
type Problem = (typeof problems)[keyof typeof problems];

/** A refused document; thrown from within the parser. */
export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

/** @throws Refused */
export function refuse(problem: keyof typeof problems): never {
  throw new Refused(problems[problem]);
}
