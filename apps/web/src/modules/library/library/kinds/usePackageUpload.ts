import type { PackageUpload } from "@touchline/contract/library/content";
import type { Upload } from "@touchline/ui";
import { useCallback, useEffect, useRef, useState } from "react";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { forgetFile, keepFile, keptFile } from "../../../../files/file-cache.ts";
import { sendInParts } from "../../../../files/resumable.ts";
import { CallFailed } from "../../../../transport.ts";
import { cancelPackage, packageChannel, packageSent, packagesSent } from "../queries.ts";
import { words } from "../words.ts";

interface Sending {
  fileId: string | null;
  contentId: string | null;
  contentIdForFile: () => Promise<string>;
  /** Called once the package was read, so that the settings may name it. */
  onRead: (fileId: string) => void;
}

/** The upload in progress, as the page shows it; `file` if this browser has it. */
interface Sent extends Upload {
  uploadId: string | null;
  file: File | null;
}

/** Milliseconds between two questions how far the reading is. */
const askAgain = 1_000;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Uploads a package in parts and follows its processing. After a reload it resumes: an unfinished upload continues if this
 * browser kept the file, and a processed package is used.
 */
export function usePackageUpload({ fileId, contentId, contentIdForFile, onRead }: Sending) {
  const [sent, setSent] = useState<Sent | null>(null);
  const stop = useRef<AbortController | null>(null);
  const latest = useRef({ contentIdForFile, onRead });
  latest.current = { contentIdForFile, onRead };
  const change = useCallback((next: Partial<Sent>) => setSent((present) => present && { ...present, ...next }), []);

  /** Polls until the package was read or refused, even if the connection is lost in between. */
  const follow = useCallback(
    async (id: string, first: PackageUpload, signal: AbortSignal) => {
      for (let now = first; !signal.aborted; ) {
        if (now.state === "read" && now.fileId !== null) {
          setSent(null);
          latest.current.onRead(now.fileId);
          return;
        }
        if (now.state === "refused")
          return change({ state: { kind: "failed", reason: now.problem ?? "" }, file: null });
        change({ state: { kind: "reading", progress: now.percent / 100 } });
        await wait(askAgain);
        try {
          now = await packageSent(id, now.uploadId, signal);
        } catch (error) {
          // The upload was canceled on another page, so there is nothing left to check.
          if (error instanceof CallFailed && error.status === 404) {
            if (!signal.aborted) setSent(null);
            return;
          }
          if (error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 429)
            throw error;
        }
      }
    },
    [change],
  );

  const send = useCallback(
    async (file: File) => {
      stop.current?.abort();
      const controller = new AbortController();
      stop.current = controller;
      const { signal } = controller;
      const show = (progress: number, waiting: boolean) =>
        change({ state: { kind: "uploading", progress, ...(waiting ? { waiting } : {}) } });
      let progress = 0;
      setSent({
        ...{ key: "package", name: file.name, size: file.size, uploadId: null, file },
        state: { kind: "uploading", progress },
      });
      try {
        const id = await latest.current.contentIdForFile();
        const uploadId = await sendInParts(file, packageChannel(id, file), {
          signal,
          onBegun: (begun) => {
            change({ uploadId: begun });
            void keepFile(begun, file);
          },
          onSent: (bytes) => {
            progress = bytes / file.size;
            show(progress, false);
          },
          onWaiting: (waiting) => show(progress, waiting),
        });
        void forgetFile(uploadId);
        await follow(id, await packageSent(id, uploadId, signal), signal);
      } catch (error) {
        if (!signal.aborted) change({ state: { kind: "failed", reason: messageOf(error as Error) } });
      }
    },
    [change, follow],
  );

  // The upload that was in progress when the page was left.
  useEffect(() => {
    if (fileId !== null || contentId === null || stop.current !== null) return;
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    const resume = async () => {
      const [latest] = (await packagesSent(contentId, signal)).uploads;
      if (!latest || signal.aborted) return;
      const { uploadId, name, bytes, received, state } = latest;
      const upload = { key: "package", name, size: bytes, uploadId, file: null };
      if (state !== "travelling") {
        setSent({ ...upload, state: { kind: "reading", progress: latest.percent / 100 } });
        return follow(contentId, latest, signal);
      }
      const file = await keptFile(uploadId);
      if (signal.aborted) return;
      if (file && file.size === bytes) return send(file);
      const reason = words.chooseAgain({ percent: Math.floor((received / bytes) * 100) });
      setSent({ ...upload, state: { kind: "failed", reason } });
    };
    // Having nothing to resume isn't an error: a package can be chosen. Earlier messages are cleared.
    resume().catch((error: Error) => {
      if (!signal.aborted) change({ state: { kind: "failed", reason: messageOf(error) } });
    });
  }, [fileId, contentId, follow, send, change]);

  useEffect(
    () => () => {
      stop.current?.abort();
      stop.current = null;
    },
    [],
  );

  const give = async (uploadId: string) => {
    await forgetFile(uploadId);
    await cancelPackage(await latest.current.contentIdForFile(), uploadId);
  };
  return {
    uploads: sent === null ? [] : [sent],
    choose: (file: File) => void send(file),
    retry: sent?.file ? () => sent.file && void send(sent.file) : undefined,
    remove: () => {
      stop.current?.abort();
      setSent(null);
      if (sent?.uploadId) void give(sent.uploadId).catch(() => undefined);
    },
    /** Forgets the upload, so that it isn't resumed when the page is opened again: another file is going to be chosen. */
    forget: (replaced: string) => {
      // A new controller, so that the earlier upload isn't resumed.
      stop.current ??= new AbortController();
      if (contentId === null) return;
      const lately = packagesSent(contentId, stop.current.signal);
      void lately
        .then(({ uploads }) => uploads.find((one) => one.fileId === replaced))
        .then((one) => one && give(one.uploadId))
        .catch(() => undefined);
    },
  };
}
