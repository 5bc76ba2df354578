import * as contract from "@touchline/contract/messages/mail-texts";
import { on } from "../../../http/mount.ts";
import { previewText, saveText, testText } from "./actions.ts";
import { everyText, versionsOf } from "./queries.ts";

const kindIn = ({ kind }: { kind: string }) => kind as contract.MailTextKind;

export const routes = [
  on(contract.listMailTexts, (call) => everyText(call)),
  on(contract.saveMailText, (call, { params, body }) => saveText(call, { kind: kindIn(params), ...body })),
  on(contract.previewMailText, (call, { params, body }) => previewText(call, { kind: kindIn(params), ...body })),
  on(contract.testMailText, (call, { params, body }) => testText(call, { kind: kindIn(params), ...body })),
  on(contract.listMailTextVersions, (call, { params }) => versionsOf(call, kindIn(params))),
];
