import type { ResponseOf } from "@touchline/contract";
import type { DraftFields, getDraft } from "@touchline/contract/requirements/submissions";
import type { Upload } from "@touchline/ui";
import { type Channel, sendInParts } from "../../../../files/resumable.ts";
import { NotYet } from "../../../../transport.ts";
import { words } from "../words.ts";

export type SavedDraft = ResponseOf<typeof getDraft>;

/**
 * The calls of the server and of the browser's storage that submitting needs; the storage keeps files until they have arrived.
 */
export interface Ports extends Pick<Channel, "part" | "finish"> {
  begin: (file: File, sha256: string | null) => ReturnType<Channel["begin"]>;
  /** Gives a file on its way up. */
  cancel: (uploadId: string) => Promise<unknown>;
  /** Takes a file out of the draft. */
  takeOut: (fileId: string) => Promise<unknown>;
  /** Puts the files of the draft into an order. */
  order: (fileIds: readonly string[]) => Promise<unknown>;
  save: (fields: DraftFields) => Promise<unknown>;
  /** Reads the draft again. */
  refetch: () => Promise<unknown>;
  keep: (uploadId: string, file: File) => Promise<void>;
  kept: (uploadId: string) => Promise<File | null>;
  forget: (uploadId: string) => Promise<void>;
  reasonOf: (error: unknown) => string;
}

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

/** The state that the page shows. */
export interface Underway {
  travelling: readonly Travelling[];
  /** Null: as the draft has it. */
  typed: DraftFields | null;
  failure: string | null;
  /** Files of the draft that were looked up in this browser's storage. */
  looked: ReadonlySet<string>;
  /** The ids of files that were added to the draft, until the draft itself lists them. */
  order: readonly string[] | null;
}

/** Milliseconds after the last key until what was typed is kept, and until a save that failed is tried again. */
const rest = 700;
const retryAfter = 4_000;

/**
 * A submission that is saved while the person works: each file is uploaded when it is chosen and then added to the
 * draft, and typed
 * text is saved too. A person who returns finds the draft, also on another device.
 */
export class Sending {
  readonly #ports: Ports;
  readonly #travellers = new Map<string, Travelling>();
  readonly #journeys = new Map<string, Promise<void>>();
  readonly #listeners = new Set<() => void>();
  #draft: SavedDraft | undefined;
  /** Uploads from here that are complete; the draft includes them when it is read again. */
  readonly #finished = new Set<string>();
  #underway: Underway = { travelling: [], typed: null, failure: null, looked: new Set(), order: null };
  #unsaved: DraftFields | null = null;
  #moves: Promise<unknown> = Promise.resolve();
  #saves: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly underway = (): Underway => this.#underway;

  /** Called with each new draft. Uploads from before a reload continue if this browser has stored their files. */
  async see(draft: SavedDraft): Promise<void> {
    this.#draft = draft;
    for (const { uploadId, name, bytes, received } of draft.uploads) {
      if (this.#some((one) => one.uploadId === uploadId)) continue;
      const file = await this.#ports.kept(uploadId);
      if (this.#over || this.#draft !== draft) return;
      const begun = this.#some((one) => one.uploadId === uploadId || isNamed(one.file, { name, bytes }));
      if (file && file.size === bytes && !begun) this.#start({ ...fresh(file), uploadId, sent: received });
    }
    this.#tell({ looked: new Set(draft.uploads.map((one) => one.uploadId)) });
  }

  readonly addFiles = (files: readonly File[]): void => {
    for (const file of files) if (!this.#some((one) => isSame(one.file, file))) this.#start(fresh(file));
  };

  readonly retry = (key: string): void => {
    const one = this.#travellers.get(key);
    if (one) this.#start(one);
  };

  /** Removes a file: one that is uploading, one that was interrupted, or one in the draft. */
  readonly remove = async (key: string): Promise<void> => {
    const one = this.#travellers.get(key);
    one?.stop.abort();
    this.#travellers.delete(key);
    this.#journeys.delete(key);
    this.#tell({ failure: null });
    const isFile = this.#draft?.files.some((file) => file.fileId === key);
    const uploadId = isFile ? null : one ? one.uploadId : key;
    try {
      if (isFile) await this.#ports.takeOut(key);
      else if (uploadId) {
        await this.#ports.forget(uploadId);
        await this.#ports.cancel(uploadId);
      }
    } catch (error) {
      this.#tell({ failure: this.#ports.reasonOf(error) });
    }
    await this.#ports.refetch();
  };

  /** Moves a file of the draft one place up (-1) or down (1). */
  readonly move = (key: string, by: -1 | 1): void => {
    const order = inOrder(this.#draft?.files ?? [], this.#underway.order).map((file) => file.fileId);
    const [from, to] = [order.indexOf(key), order.indexOf(key) + by];
    const other = order[to];
    if (from < 0 || other === undefined) return;
    order[to] = key;
    order[from] = other;
    this.#tell({ order, failure: null });
    // One after the other: where it was moved last is where it stays.
    this.#moves = this.#moves.then(async () => {
      await this.#ports.order(order).catch((error) => this.#tell({ failure: this.#ports.reasonOf(error) }));
      await this.#ports.refetch();
      if (this.#underway.order === order) this.#tell({ order: null });
    });
  };

  readonly setField = (name: keyof DraftFields, value: string): void => {
    this.#unsaved = { ...(this.#underway.typed ?? this.#draft?.fields ?? {}), [name]: value };
    this.#tell({ typed: this.#unsaved });
    this.#saveIn(rest);
  };

  /** Resolves once the stored draft is the one shown; failures are retried automatically. */
  readonly flush = async (): Promise<void> => {
    clearTimeout(this.#timer);
    const fields = this.#unsaved;
    this.#unsaved = null;
    if (fields !== null) {
      // Saves run one after the other, so that the last typed value is the stored one.
      this.#saves = this.#saves
        .then(() => this.#ports.save(fields))
        .catch(() => {
          this.#unsaved ??= fields;
          if (!this.#over) this.#saveIn(retryAfter);
        });
    }
    await this.#saves;
  };

  /** Resolves when every file has arrived. @throws NotYet if one can't, or was interrupted and must be chosen again. */
  readonly arrived = async (): Promise<void> => {
    await Promise.all(this.#journeys.values());
    await this.#moves;
    const stuck = [...this.#travellers.values()].find((one) => one.failure !== null);
    if (stuck) throw new NotYet(stuck.failure ?? "");
    const left = this.#draft?.uploads.find(
      (one) => !this.#finished.has(one.uploadId) && !this.#some((other) => isSameUpload(other, one)),
    );
    if (left) throw new NotYet(words.uploadIncomplete({ name: left.name }));
  };

  /** On leaving, what was uploaded stays, and the rest continues when the person returns. */
  readonly end = (): void => {
    this.#over = true;
    for (const one of this.#travellers.values()) one.stop.abort();
    void this.flush();
  };

  /** Comes back to it, as pages do that are shown twice. */
  readonly begin = (): void => {
    this.#over = false;
  };

  #start(one: Travelling): void {
    const { file } = one;
    one.failure = null;
    one.stop = new AbortController();
    // Files are in the draft in the order in which they were selected, whichever is uploaded first.
    const before = [...this.#journeys].filter(([key]) => key !== one.key).map(([, journey]) => journey);
    const channel = {
      part: this.#ports.part,
      finish: async (uploadId: string) => {
        await Promise.all(before);
        return this.#ports.finish(uploadId);
      },
      begin: (sha256: string | null) => this.#ports.begin(file, sha256),
    };
    const journey = sendInParts(file, channel, {
      signal: one.stop.signal,
      onBegun: (uploadId) => {
        if (one.uploadId !== uploadId) void this.#ports.keep(uploadId, file);
        one.uploadId = uploadId;
        this.#tell();
      },
      onSent: (bytes) => {
        one.sent = bytes;
        this.#tell();
      },
      onWaiting: (waiting) => {
        one.waiting = waiting;
        this.#tell();
      },
    }).then(
      async (uploadId) => {
        this.#finished.add(uploadId);
        void this.#ports.forget(uploadId);
        await this.#ports.refetch();
        this.#travellers.delete(one.key);
        this.#tell();
      },
      (error) => {
        if (one.stop.signal.aborted) return;
        one.failure = this.#ports.reasonOf(error);
        this.#tell();
      },
    );
    this.#travellers.set(one.key, one);
    this.#journeys.set(one.key, journey);
    this.#tell();
  }

  #saveIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  #some(is: (one: Travelling) => boolean): boolean {
    return [...this.#travellers.values()].some(is);
  }

  #tell(change: Partial<Underway> = {}): void {
    const travelling = [...this.#travellers.values()].map((one) => ({ ...one }));
    this.#underway = { ...this.#underway, ...change, travelling };
    for (const listener of this.#listeners) listener();
  }
}

/** The files as the page lists them: those in the draft, those being uploaded here, and unfinished ones from elsewhere. */
export function uploadsShown(draft: SavedDraft | undefined, { travelling, looked, order }: Underway): Upload[] {
  const [files, under] = [draft?.files ?? [], draft?.uploads ?? []];
  return [
    ...inOrder(files, order).map(({ fileId, name, bytes }) => {
      return { key: fileId, name, size: bytes, state: { kind: "done" as const } };
    }),
    ...travelling
      .filter((one) => !files.some((file) => one.sent === one.file.size && file.name === one.file.name))
      .map((one) => ({ key: one.key, name: one.file.name, size: one.file.size, state: stateOf(one) })),
    ...under
      .filter((one) => looked.has(one.uploadId) && !travelling.some((other) => isSameUpload(other, one)))
      .map(({ uploadId, name, bytes, received }) => {
        const reason = words.chooseFileAgain({ percent: Math.floor((received / bytes) * 100) });
        return { key: uploadId, name, size: bytes, state: { kind: "failed" as const, reason, byHand: true } };
      }),
  ];
}

/** Files in order; those without a position come last. */
function inOrder<Held extends { fileId: string }>(
  files: readonly Held[],
  order: readonly string[] | null,
): readonly Held[] {
  if (order === null) return files;
  const place = ({ fileId }: Held) => (order.includes(fileId) ? order.indexOf(fileId) : order.length);
  return files.toSorted((a, b) => place(a) - place(b));
}

const fresh = (file: File): Travelling => ({
  ...{ key: crypto.randomUUID(), file, uploadId: null, sent: 0, waiting: false, failure: null },
  stop: new AbortController(),
});

const isSame = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
const isSameUpload = ({ uploadId, file }: Travelling, of: SavedDraft["uploads"][number]) =>
  uploadId === of.uploadId || isNamed(file, of);
const isNamed = (file: File, { name, bytes }: { name: string; bytes: number }) =>
  file.name === name && file.size === bytes;

function stateOf({ file, sent, waiting, failure }: Travelling): Upload["state"] {
  if (failure !== null) return { kind: "failed", reason: failure };
  return { kind: "uploading", progress: file.size === 0 ? 0 : sent / file.size, ...(waiting ? { waiting } : {}) };
}
