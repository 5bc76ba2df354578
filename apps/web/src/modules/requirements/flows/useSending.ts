import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteDocumentAttachment } from "@touchline/contract/requirements";
import {
  beginUpload,
  cancelUpload,
  type DraftFields,
  finishUpload,
  getDraft,
  saveDraft,
  sendPart,
} from "@touchline/contract/submissions";
import type { Upload } from "@touchline/ui";
import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../errorScreens.tsx";
import { forgetFile, keepFile, keptFile } from "../../../files/keptFiles.ts";
import type { FilePlace } from "../../../files/queries.ts";
import { sendInParts } from "../../../files/resumable.ts";

export const draftQuery = ({ requirementId, profileLevelAccessId }: FilePlace) =>
  queryOptions({
    queryKey: ["draft", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(getDraft, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** A file on its way from this page. */
interface Travelling {
  key: string;
  file: File;
  uploadId: string | null;
  sent: number;
  waiting: boolean;
  failure: string | null;
  stop: AbortController;
}

export interface Sending {
  /** Whether what was kept before has come. */
  ready: boolean;
  uploads: readonly Upload[];
  fields: DraftFields;
  setField: (name: keyof DraftFields, value: string) => void;
  addFiles: (files: readonly File[]) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
  /** Resolves when every file has arrived. @throws when one cannot. */
  arrived: () => Promise<void>;
  /** What is kept is what is shown. */
  flush: () => Promise<void>;
  failure: string | null;
}

/** How long after the last key what was typed is kept, in milliseconds. */
const rest = 700;

/**
 * What is to be sent in, saved as one goes: each file travels as soon as it is chosen and lies in the draft once it has
 * arrived; what is typed is kept too. Whoever comes back finds it, on another device as well.
 */
export function useSending(place: FilePlace): Sending {
  const { requirementId, profileLevelAccessId } = place;
  const queryClient = useQueryClient();
  const query = useQuery(draftQuery(place));
  const [travelling, setTravelling] = useState<readonly Travelling[]>([]);
  const [typed, setTyped] = useState<DraftFields | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const journeys = useRef(new Map<string, Promise<void>>());
  const travellers = useRef(new Map<string, Travelling>());

  const show = useCallback(() => setTravelling([...travellers.current.values()].map((one) => ({ ...one }))), []);
  const refetch = useCallback(
    () => queryClient.invalidateQueries({ queryKey: ["draft", requirementId, profileLevelAccessId] }),
    [queryClient, requirementId, profileLevelAccessId],
  );

  const start = useCallback(
    (one: Travelling) => {
      const params = { id: requirementId };
      const inName = { profileLevelAccessId };
      const { file } = one;
      one.failure = null;
      one.stop = new AbortController();
      const journey = sendInParts(
        file,
        {
          begin: (sha256) =>
            call(beginUpload, { params, body: { ...inName, name: file.name, bytes: file.size, sha256 } }),
          part: (uploadId, offset, content, { signal, onProgress }) =>
            call(
              sendPart,
              {
                params: { ...params, uploadId },
                body: { ...inName, offset },
                files: [new File([content], "part")],
              },
              // Sent again it counts once, by where it begins.
              { signal, onProgress, idempotencyKey: undefined },
            ),
          finish: (uploadId) => call(finishUpload, { params: { ...params, uploadId }, body: inName }),
        },
        {
          signal: one.stop.signal,
          onBegun(uploadId) {
            if (one.uploadId !== uploadId) void keepFile(uploadId, file);
            one.uploadId = uploadId;
            show();
          },
          onSent(bytes) {
            one.sent = bytes;
            show();
          },
          onWaiting(waiting) {
            one.waiting = waiting;
            show();
          },
        },
      ).then(
        async (uploadId) => {
          void forgetFile(uploadId);
          await refetch();
          travellers.current.delete(one.key);
          show();
        },
        (error) => {
          if (one.stop.signal.aborted) return;
          one.failure = messageOf(error);
          show();
        },
      );
      travellers.current.set(one.key, one);
      journeys.current.set(one.key, journey);
      show();
    },
    [requirementId, profileLevelAccessId, refetch, show],
  );

  const addFiles = useCallback(
    (files: readonly File[]) => {
      for (const file of files) {
        const there = [...travellers.current.values()].some((one) => isSame(one.file, file));
        if (there) continue;
        start({
          key: crypto.randomUUID(),
          file,
          uploadId: null,
          sent: 0,
          waiting: false,
          failure: null,
          stop: new AbortController(),
        });
      }
    },
    [start],
  );

  // What was on its way before a reload goes on by itself, where this browser has kept it.
  const [resumed, setResumed] = useState<ReadonlySet<string>>(new Set());
  const under = query.data?.uploads;
  useEffect(() => {
    let gone = false;
    void (async () => {
      for (const { uploadId, name, bytes, received } of under ?? []) {
        if ([...travellers.current.values()].some((one) => one.uploadId === uploadId)) continue;
        const file = await keptFile(uploadId);
        if (gone) return;
        const begun = [...travellers.current.values()].some(
          (one) => one.uploadId === uploadId || (one.file.name === name && one.file.size === bytes),
        );
        if (!file || file.size !== bytes || begun) continue;
        start({
          key: crypto.randomUUID(),
          file,
          uploadId,
          sent: received,
          waiting: false,
          failure: null,
          stop: new AbortController(),
        });
      }
      setResumed(new Set((under ?? []).map((one) => one.uploadId)));
    })();
    return () => {
      gone = true;
    };
  }, [under, start]);

  // Left: what has arrived is kept, and the rest goes on when somebody comes back.
  useEffect(() => {
    const { current } = travellers;
    return () => {
      for (const one of current.values()) one.stop.abort();
    };
  }, []);

  const latest = useRef<DraftFields | null>(null);
  const saved = useRef<Promise<unknown>>(Promise.resolve());
  const flush = useCallback(async () => {
    const fields = latest.current;
    latest.current = null;
    if (fields !== null) {
      const body = { profileLevelAccessId, fields };
      // One after the other: what was typed last is what stays.
      saved.current = saved.current
        .then(() => call(saveDraft, { params: { id: requirementId }, body }))
        .catch(() => {
          latest.current ??= fields;
        });
    }
    await saved.current;
  }, [requirementId, profileLevelAccessId]);
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => void flush(), rest);
    return () => clearTimeout(timer);
  }, [typed, flush]);
  useEffect(() => {
    const leave = () => void flush();
    document.addEventListener("visibilitychange", leave);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      leave();
    };
  }, [flush]);

  const fields = typed ?? query.data?.fields ?? {};
  const setField = (name: keyof DraftFields, value: string) => {
    const next = { ...fields, [name]: value };
    latest.current = next;
    setTyped(next);
  };

  const remove = (key: string) => {
    setFailure(null);
    const one = travellers.current.get(key);
    one?.stop.abort();
    travellers.current.delete(key);
    journeys.current.delete(key);
    show();
    const params = { id: requirementId };
    const isFile = query.data?.files.some((file) => file.fileId === key);
    const uploadId = isFile ? null : one ? one.uploadId : key;
    void (async () => {
      try {
        if (isFile) await call(deleteDocumentAttachment, { params, query: { profileLevelAccessId, fileId: key } });
        else if (uploadId) {
          await forgetFile(uploadId);
          await call(cancelUpload, { params: { ...params, uploadId }, query: { profileLevelAccessId } });
        }
      } catch (error) {
        setFailure(messageOf(error));
      }
      await refetch();
    })();
  };

  const uploads: Upload[] = [
    ...(query.data?.files ?? []).map(({ fileId, name, bytes }) => ({
      key: fileId,
      name,
      size: bytes,
      state: { kind: "done" as const },
    })),
    ...travelling
      .filter((one) => !query.data?.files.some((file) => one.sent === one.file.size && file.name === one.file.name))
      .map((one) => ({ key: one.key, name: one.file.name, size: one.file.size, state: stateOf(one) })),
    ...(under ?? [])
      .filter(
        (one) =>
          resumed.has(one.uploadId) &&
          !travelling.some((other) => other.uploadId === one.uploadId || isNamed(other.file, one)),
      )
      .map((one) => ({
        key: one.uploadId,
        name: one.name,
        size: one.bytes,
        state: {
          kind: "failed" as const,
          reason: `Choose it again to go on: ${Math.floor((one.received / one.bytes) * 100)} % has arrived.`,
        },
      })),
  ];

  const arrived = async () => {
    await Promise.all(journeys.current.values());
    const stuck = [...travellers.current.values()].find((one) => one.failure !== null);
    if (stuck) throw new Error(stuck.failure ?? "");
  };

  return {
    ready: query.data !== undefined,
    uploads,
    fields,
    setField,
    addFiles,
    retry: (key) => {
      const one = travellers.current.get(key);
      if (one) start(one);
    },
    remove,
    arrived,
    flush,
    failure: failure ?? (query.error && !query.data ? messageOf(query.error) : null),
  };
}

const isSame = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
const isNamed = (file: File, { name, bytes }: { name: string; bytes: number }) =>
  file.name === name && file.size === bytes;

function stateOf({ file, sent, waiting, failure }: Travelling): Upload["state"] {
  if (failure !== null) return { kind: "failed", reason: failure };
  return { kind: "uploading", progress: file.size === 0 ? 0 : sent / file.size, ...(waiting ? { waiting } : {}) };
}
