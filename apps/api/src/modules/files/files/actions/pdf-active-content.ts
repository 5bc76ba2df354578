import type { problems } from "./pdf-problems.ts";

/** What people may click on: a page of the same document, a web page, an email address. Everything else is refused. */
export const allowedActions = new Set(["GoTo", "Named", "URI"]);
export const allowedNames = new Set(["NextPage", "PrevPage", "FirstPage", "LastPage"]);
export const allowedAddress = /^(https?:\/\/[^\\]*|mailto:[^\\]*|www\.[\w.-]+(\/[^\\]*)?)$/i;

/** Forbidden actions in words; known ones are refused in any place. */
export const forbiddenActions: Record<string, keyof typeof problems> = {
  JavaScript: "script",
  Rendition: "script",
  Launch: "program",
  GoToE: "files",
  Movie: "files",
  Sound: "files",
  RichMediaExecute: "files",
  GoTo3DView: "files",
  SubmitForm: "sends",
  ImportData: "sends",
  GoToR: "elsewhere",
  GoToDp: "elsewhere",
  Thread: "action",
  Hide: "action",
  ResetForm: "action",
  SetOCGState: "action",
};
/** Keys that mean active content, whatever their value. */
export const forbiddenKeys: Record<string, keyof typeof problems> = {
  JS: "script",
  JavaScript: "script",
  Renditions: "script",
  AlternatePresentations: "script",
  EmbeddedFiles: "files",
  EF: "files",
  RichMedia: "files",
  RichMediaContent: "files",
  RichMediaSettings: "files",
  Movie: "files",
  Sound: "files",
  XFA: "xfa",
  FFilter: "elsewhere",
  FDecodeParms: "elsewhere",
};
export const forbiddenTypes: Record<string, keyof typeof problems> = {
  JavaScript: "script",
  EmbeddedFile: "files",
  RichMedia: "files",
  Movie: "files",
  Sound: "files",
  Screen: "files",
  FileAttachment: "files",
  "3D": "files",
  Rendition: "files",
  MediaClip: "files",
};
