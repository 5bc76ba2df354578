import * as contract from "@touchline/contract/people/notes";
import { on } from "../../../http/mount.ts";
import { addNote } from "./actions.ts";
import { notesAbout } from "./queries.ts";

export const routes = [
  on(contract.listNotes, (call, { params, query }) =>
    notesAbout(call, { profileLevelAccessId: params.id, cursor: query.cursor }),
  ),
  on(contract.addNote, (call, { params, body }) => addNote(call, { profileLevelAccessId: params.id, ...body })),
];
