import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { previewTrainingPackage } from "@touchline/contract/requirements/trainings";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { notFound } from "../../../../errors.ts";
import { refuseUnlooked } from "../../../files/index.ts";
import { packageById, packageFacts } from "../../../library/index.ts";
import { addressOf, noAttempt } from "./address.ts";

/** Opens a part of a package for an author; nothing is stored. @throws NotFound, Forbidden, Conflict */
export async function previewPackage(
  call: Call,
  input: { contentId: string } & BodyOf<typeof previewTrainingPackage>,
): Promise<ResponseOf<typeof previewTrainingPackage>> {
  const { fileId, item } = input;
  await packageFacts(call, input);
  const of = await packageById(call, fileId);
  refuseUnlooked(actingProfile(call), of);
  const part = of.items[item];
  if (!part) throw notFound("trainingPart");
  const sittingId = newId();
  return {
    sittingId,
    title: part.title,
    url: addressOf(call, { attemptId: noAttempt, sittingId, fileId, item }, of),
    tells: part.tells,
    ownOrigin: call.adapters.site.packagesUrl !== undefined,
  };
}
