import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteDocumentAttachment } from "@touchline/contract/requirements/requirements";
import {
  beginUpload,
  cancelUpload,
  type DraftFields,
  finishUpload,
  getDraft,
  orderDraftFiles,
  saveDraft,
  sendPart,
} from "@touchline/contract/requirements/submissions";
import { useEffect, useState, useSyncExternalStore } from "react";
import { call } from "../../../../client.ts";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { forgetFile, keepFile, keptFile } from "../../../../files/file-cache.ts";
import type { FilePlace } from "../../../../files/queries.ts";
import { words } from "../words.ts";
import { type Ports, Sending, uploadsShown } from "./sending.ts";

const draftQuery = ({ requirementId, profileLevelAccessId }: FilePlace) =>
  queryOptions({
    queryKey: ["draft", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(getDraft, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The calls that submit for one membership. */
function portsOf({ requirementId: id, profileLevelAccessId }: FilePlace, refetch: Ports["refetch"]): Ports {
  const inName = { profileLevelAccessId };
  return {
    refetch,
    begin: (file, sha256) =>
      call(beginUpload, { params: { id }, body: { ...inName, name: file.name, bytes: file.size, sha256 } }),
    part: (uploadId, offset, content, { signal, onProgress }) =>
      call(
        sendPart,
        { params: { id, uploadId }, body: { ...inName, offset }, files: [new File([content], "part")] },
        // Sent again it counts once, by where it begins.
        { signal, onProgress, idempotencyKey: undefined },
      ),
    finish: (uploadId) => call(finishUpload, { params: { id, uploadId }, body: inName }),
    cancel: (uploadId) => call(cancelUpload, { params: { id, uploadId }, query: inName }),
    takeOut: (fileId) => call(deleteDocumentAttachment, { params: { id }, query: { ...inName, fileId } }),
    order: (fileIds) => call(orderDraftFiles, { params: { id }, body: { ...inName, fileIds: [...fileIds] } }),
    save: (fields: DraftFields) => call(saveDraft, { params: { id }, body: { ...inName, fields } }),
    keep: keepFile,
    kept: keptFile,
    forget: forgetFile,
    reasonOf: (error) => (error instanceof Error ? messageOf(error) : words.submitFailed),
  };
}

/** The draft of one requirement, shared by all parts of a page. */
export function useSubmission(place: FilePlace) {
  const queryClient = useQueryClient();
  const options = draftQuery(place);
  const { data, error, refetch } = useQuery(options);
  const [sending] = useState(
    () => new Sending(portsOf(place, () => queryClient.invalidateQueries({ queryKey: options.queryKey }))),
  );
  const underway = useSyncExternalStore(sending.subscribe, sending.underway);
  useEffect(() => {
    if (data) void sending.see(data);
  }, [sending, data]);
  useEffect(() => {
    sending.begin();
    const keep = () => void sending.flush();
    document.addEventListener("visibilitychange", keep);
    window.addEventListener("online", keep);
    return () => {
      document.removeEventListener("visibilitychange", keep);
      window.removeEventListener("online", keep);
      sending.end();
    };
  }, [sending]);
  return {
    /** Whether the stored draft has loaded. */
    ready: data !== undefined,
    uploads: uploadsShown(data, underway),
    fields: underway.typed ?? data?.fields ?? {},
    failure: underway.failure ?? (error && !data ? messageOf(error) : null),
    /** Requests the stored draft again if it didn't load. */
    reload: () => void refetch(),
    setField: sending.setField,
    addFiles: sending.addFiles,
    retry: sending.retry,
    move: sending.move,
    remove: (key: string) => void sending.remove(key),
    arrived: sending.arrived,
    flush: sending.flush,
  };
}
