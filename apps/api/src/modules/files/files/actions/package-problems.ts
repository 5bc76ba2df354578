import { mostPackageFiles, mostPackageItems } from "@touchline/rules";

export const manifestName = "imsmanifest.xml";

/** The problems of a package, in words; `{name}` is its file's. */
export const notACourse = {
  many: `“{name}” contains more than ${mostPackageFiles.toLocaleString("en")} files. Export the course again with fewer files.`,
  large: "“{name}” is too large when unpacked: more than 1 GB or a hundred times its size. Export a smaller course.",
  program: "“{name}” contains a program. A course can contain only pages, scripts, and media.",
  longPath: "“{name}” contains a file path that is too long. Shorten the names and export the course again.",
  noManifest: `“{name}” isn't a SCORM package because it has no ${manifestName}. Export the course as SCORM 1.2 or 2004 and upload that zip unchanged.`,
  folder: `“{name}” has its ${manifestName} in a folder. Zip the contents of the folder, not the folder itself.`,
  twice: "“{name}” contains the same file name twice. Export the course again.",
  longManifest: `“{name}” has a ${manifestName} that is too large. Export the course again.`,
  doctype: `“{name}” has a ${manifestName} with a DOCTYPE, which isn't supported. Export the course again.`,
  broken: `“{name}” has a ${manifestName} that can't be read. Export the course again.`,
  notScorm: "“{name}” isn't SCORM 1.2 or 2004. Export the course as one of these.",
  nothing: `“{name}” has nothing to open because its ${manifestName} lists no page. Export the course again.`,
  slowRules:
    "“{name}” has sequencing rules that take too long to run. Remove some of them, or export the course as one part.",
  shut: "“{name}” has sequencing rules that keep all of its parts closed at the start. Allow choice or flow for the whole course, and remove rules that disable or hide its first part.",
  tooMany: `“{name}” has more than ${mostPackageItems} parts. Split the course.`,
} as const;
export const outside = (href: string) =>
  `“{name}” opens “${href.slice(0, 80)}”, which isn't in the package. A course must include all of its pages.`;
export const missing = (href: string) =>
  `“{name}” lists “${href.slice(0, 80)}” but doesn't contain it. Export the course again.`;
export const noPage = (href: string) =>
  `“{name}” opens “${href.slice(0, 80)}”, which isn't a web page. Export the course as web pages.`;
