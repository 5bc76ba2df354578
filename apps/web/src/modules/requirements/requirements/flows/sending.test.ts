import type { DraftFields } from "@touchline/contract/requirements/submissions";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CallFailed } from "../../../../transport.ts";
import { type Ports, type SavedDraft, Sending, uploadsShown } from "./sending.ts";

const realTimeout = setTimeout;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Waits until a condition is true, because hashing takes time that no fake clock controls. */
async function until(is: () => boolean, step = 250): Promise<void> {
  for (let tries = 0; !is() && tries < 1_000; tries += 1) {
    await vi.advanceTimersByTimeAsync(step);
    await new Promise((resolve) => realTimeout(resolve, 1));
  }
  expect(is()).toBe(true);
}

const partBytes = 4;
const photo = (text = "a photo of 20 letters", name = "photo.jpeg") =>
  new File([text], name, { lastModified: 1, type: "image/jpeg" });
const away = () => new CallFailed("No connection.", 0);

/** A server with its draft, and a browser that keeps files; both outlive a page. */
function aWorld() {
  const under = new Map<string, { name: string; bytes: number; content: string }>();
  const files = new Map<string, { name: string; content: string }>();
  const browser = new Map<string, File>();
  const world = {
    under,
    files,
    browser,
    saved: [] as DraftFields[],
    /** The errors of the next calls of each kind, used one by one. */
    failing: { part: [] as Error[], begin: [] as Error[], save: [] as Error[], cancel: [] as Error[] },
    /** Holds each part until it is let through. */
    slow: null as null | (() => Promise<void>),
    slowSave: null as null | (() => Promise<void>),
    keeps: true,
    /** Whether the refetched draft arrives before the upload ends. */
    hears: true,
    offsets: [] as number[],
    begun: 0,
    draft: (): SavedDraft =>
      ({
        fields: world.saved.at(-1) ?? {},
        files: [...files].map(([fileId, { name, content }]) => ({ fileId, name, bytes: content.length })),
        uploads: [...under].map(([uploadId, { name, bytes, content }]) => {
          return { uploadId, name, bytes, received: content.length };
        }),
      }) as unknown as SavedDraft,
  };
  const maybe = (kind: keyof typeof world.failing) => {
    const failure = world.failing[kind].shift();
    if (failure) throw failure;
  };
  /** Loads the page: reads the draft, and continues pending uploads. */
  const page = async () => {
    let seen = world.draft();
    const ports: Ports = {
      async begin(file) {
        world.begun += 1;
        maybe("begin");
        const same = [...under].find(([, one]) => one.name === file.name && one.bytes === file.size);
        const uploadId = same?.[0] ?? `upload-${under.size + files.size + 1}`;
        if (!same) under.set(uploadId, { name: file.name, bytes: file.size, content: "" });
        return { uploadId, received: under.get(uploadId)?.content.length ?? 0, partBytes };
      },
      async part(uploadId, offset, content, { signal, onProgress }) {
        await world.slow?.();
        signal.throwIfAborted();
        maybe("part");
        const one = under.get(uploadId);
        if (!one) throw new CallFailed("Not found.", 404);
        expect(offset).toBe(one.content.length);
        world.offsets.push(offset);
        one.content += await content.text();
        onProgress(content.size);
        return { uploadId, received: one.content.length };
      },
      async finish(uploadId) {
        const one = under.get(uploadId);
        under.delete(uploadId);
        if (one) files.set(`file-${uploadId}`, one);
      },
      async cancel(uploadId) {
        maybe("cancel");
        under.delete(uploadId);
      },
      async takeOut(fileId) {
        files.delete(fileId);
      },
      async order(fileIds) {
        const held = new Map(files);
        files.clear();
        for (const fileId of fileIds) {
          const one = held.get(fileId);
          if (one) files.set(fileId, one);
        }
      },
      async save(fields) {
        await world.slowSave?.();
        maybe("save");
        world.saved.push(fields);
      },
      async refetch() {
        seen = world.draft();
        if (world.hears) await sending.see(seen);
      },
      async keep(uploadId, file) {
        if (world.keeps) browser.set(uploadId, file);
      },
      kept: async (uploadId) => browser.get(uploadId) ?? null,
      async forget(uploadId) {
        browser.delete(uploadId);
      },
      reasonOf: (error) => (error as Error).message,
    };
    const sending = new Sending(ports);
    const uploads = () => uploadsShown(seen, sending.underway());
    await sending.see(seen);
    return { sending, uploads, states: () => uploads().map(({ state }) => state.kind) };
  };
  return { ...world, world, page };
}

const contentOf = (files: Map<string, { content: string }>) => [...files.values()].map(({ content }) => content);

describe("files that are chosen together", () => {
  test("lie in the draft in that order, also when a later one is there first; one that is moved stays where it was put", async () => {
    const { world, page, files } = aWorld();
    const { sending, uploads } = await page();
    world.slow = () => new Promise((resolve) => setTimeout(resolve, 5_000));
    sending.addFiles([
      photo("a long first page of many letters", "1.jpeg"),
      photo("2nd", "2.jpeg"),
      photo("3rd", "3.jpeg"),
    ]);
    await until(() => files.size === 3);
    expect([...files.values()].map(({ name }) => name)).toEqual(["1.jpeg", "2.jpeg", "3.jpeg"]);
    const keyOf = (name: string) => uploads().find((one) => one.name === name)?.key ?? "";
    sending.move(keyOf("3.jpeg"), -1);
    expect(uploads().map(({ name }) => name)).toEqual(["1.jpeg", "3.jpeg", "2.jpeg"]);
    sending.move(keyOf("3.jpeg"), -1);
    sending.move(keyOf("3.jpeg"), -1);
    await sending.arrived();
    expect([...files.values()].map(({ name }) => name)).toEqual(["3.jpeg", "1.jpeg", "2.jpeg"]);
    expect(uploads().map(({ name }) => name)).toEqual(["3.jpeg", "1.jpeg", "2.jpeg"]);
  });
});

describe("a file that is chosen", () => {
  test("travels at once and lies in the draft; on a slow line it shows how far it is, and sending waits for it", async () => {
    const { world, page, files, browser } = aWorld();
    world.slow = () => new Promise((resolve) => setTimeout(resolve, 10_000));
    const { sending, uploads } = await page();
    sending.addFiles([photo()]);
    let there = false;
    const arrived = sending.arrived().then(() => {
      there = true;
    });
    const seen: number[] = [];
    sending.subscribe(() => {
      const [{ state } = { state: undefined }] = uploads();
      if (state?.kind === "uploading") seen.push(state.progress);
    });
    await until(() => world.offsets.length === 3);
    expect(uploads()).toMatchObject([{ name: "photo.jpeg", size: 21, state: { kind: "uploading" } }]);
    expect(there).toBe(false);
    expect([...browser.values()].map(({ name }) => name)).toEqual(["photo.jpeg"]);
    await until(() => there, 5_000);
    await arrived;
    expect(contentOf(files)).toEqual(["a photo of 20 letters"]);
    expect(uploads()).toMatchObject([{ name: "photo.jpeg", state: { kind: "done" } }]);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(new Set(seen).size).toBeGreaterThan(3);
    expect(browser.size).toBe(0);
  });

  test("waits for a lost connection, says so, and continues where it stopped, and no byte is sent twice", async () => {
    const { world, page, files } = aWorld();
    world.failing.part = [away(), away(), away()];
    const { sending, uploads } = await page();
    sending.addFiles([photo()]);
    await until(() => {
      const [one] = uploads();
      return one?.state.kind === "uploading" && one.state.waiting === true;
    });
    await until(() => files.size === 1);
    expect(world.offsets).toEqual([0, 4, 8, 12, 16, 20]);
    expect(world.begun).toBe(4);
    await sending.arrived();
  });

  test("is sent with the others as soon as it has arrived, also where the draft that tells of it is read later", async () => {
    const { world, page } = aWorld();
    const { sending } = await page();
    world.slow = () => new Promise((resolve) => setTimeout(resolve, 1_000));
    sending.addFiles([photo()]);
    await until(() => world.under.size === 1);
    await sending.see(world.draft());
    world.hears = false;
    await until(() => world.files.size === 1);
    await expect(sending.arrived()).resolves.toBeUndefined();
  });

  test("chosen twice it travels once", async () => {
    const { page, files, world } = aWorld();
    const { sending } = await page();
    sending.addFiles([photo(), photo()]);
    sending.addFiles([photo()]);
    await until(() => files.size === 1);
    await sending.arrived();
    expect(world.begun).toBe(1);
  });

  test("that the server has no room for says why, stops what would be sent, and can be tried again", async () => {
    const { world, page, files } = aWorld();
    world.failing.begin = [new CallFailed("That is more than 500 MB in a day. Go on tomorrow.", 409)];
    const one = await page();
    one.sending.addFiles([photo()]);
    await until(() => one.states()[0] === "failed");
    expect(one.uploads()).toMatchObject([{ state: { reason: "That is more than 500 MB in a day. Go on tomorrow." } }]);
    await expect(one.sending.arrived()).rejects.toThrow("Go on tomorrow");
    one.sending.retry(one.uploads()[0]?.key ?? "");
    expect(one.states()).toEqual(["uploading"]);
    await until(() => files.size === 1);
    await expect(one.sending.arrived()).resolves.toBeUndefined();
  });
});

describe("a reloaded page", () => {
  /** Leaves the page after this many parts have arrived. */
  async function leftHalfWay(keeps = true) {
    const made = aWorld();
    made.world.keeps = keeps;
    const { sending } = await made.page();
    const gone = new Promise<void>(() => undefined);
    made.world.slow = () => (made.world.offsets.length < 2 ? Promise.resolve() : gone);
    sending.addFiles([photo()]);
    await until(() => made.world.offsets.length === 2);
    sending.end();
    made.world.slow = null;
    return made;
  }

  test("continues its uploads by itself from where they were", async () => {
    const { page, files, world } = await leftHalfWay();
    expect(world.draft().uploads).toMatchObject([{ received: 8 }]);
    const { states, sending } = await page();
    expect(states()).toEqual(["uploading"]);
    await until(() => files.size === 1);
    await sending.arrived();
    expect(contentOf(files)).toEqual(["a photo of 20 letters"]);
    expect(world.offsets).toEqual([0, 4, 8, 12, 16, 20]);
    expect(states()).toEqual(["done"]);
  });

  test("asks for the file if the browser had no room to keep it, and continues once it is chosen", async () => {
    const { page, files, world } = await leftHalfWay(false);
    const { uploads, states, sending } = await page();
    expect(uploads()).toMatchObject([
      {
        name: "photo.jpeg",
        state: { kind: "failed", reason: "Choose this file again to continue. 38% uploaded.", byHand: true },
      },
    ]);
    // Nothing is submitted without it, unless it is removed.
    await expect(sending.arrived()).rejects.toThrow(
      "photo.jpeg wasn't uploaded completely. Choose it again to continue, or remove it.",
    );
    sending.addFiles([photo()]);
    expect(states()).toEqual(["uploading"]);
    await until(() => files.size === 1);
    expect(world.offsets).toEqual([0, 4, 8, 12, 16, 20]);
  });

  test("removes an unfinished upload that isn't wanted anymore", async () => {
    const { page, world, under } = await leftHalfWay(false);
    const { uploads, sending } = await page();
    await sending.remove(uploads()[0]?.key ?? "");
    await expect(sending.arrived()).resolves.toBeUndefined();
    expect(under.size).toBe(0);
    expect(uploads()).toEqual([]);
    expect(world.files.size).toBe(0);
  });
});

describe("taking a file out", () => {
  test("on its way ends its journey, at the server and in the browser", async () => {
    const { world, page, under, files, browser } = aWorld();
    world.slow = () => new Promise((resolve) => setTimeout(resolve, 10_000));
    const { sending, uploads } = await page();
    sending.addFiles([photo()]);
    await until(() => under.size === 1);
    await sending.remove(uploads()[0]?.key ?? "");
    expect(uploads()).toEqual([]);
    expect([under.size, browser.size]).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(files.size).toBe(0);
    await expect(sending.arrived()).resolves.toBeUndefined();
  });

  test("that waits for the connection begins no more once that is back", async () => {
    const { world, page, under } = aWorld();
    world.failing.part = [away()];
    const { sending, uploads } = await page();
    sending.addFiles([photo()]);
    await until(() => sending.underway().travelling[0]?.waiting === true, 10);
    await sending.remove(uploads()[0]?.key ?? "");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([world.begun, under.size]).toEqual([1, 0]);
  });

  test("that has arrived takes it out of the draft", async () => {
    const { page, files } = aWorld();
    const { sending, uploads } = await page();
    sending.addFiles([photo(), photo("another", "two.jpeg")]);
    await until(() => files.size === 2);
    await until(() => uploads().every(({ state }) => state.kind === "done"));
    await sending.remove(uploads().find(({ name }) => name === "photo.jpeg")?.key ?? "");
    expect(contentOf(files)).toEqual(["another"]);
    expect(uploads()).toMatchObject([{ name: "two.jpeg" }]);
  });

  test("that fails is said, and it is shown again", async () => {
    const { world, page, under } = aWorld();
    world.slow = () => new Promise((resolve) => setTimeout(resolve, 10_000));
    world.failing.cancel = [away()];
    const { sending, uploads, states } = await page();
    sending.addFiles([photo()]);
    await until(() => under.size === 1);
    await sending.remove(uploads()[0]?.key ?? "");
    expect(sending.underway().failure).toBe("No connection.");
    expect(states()).toEqual(["failed"]);
  });
});

describe("what is typed beside the files", () => {
  test("is kept once nobody has typed for a moment, all of it at once", async () => {
    const { page, world } = aWorld();
    const { sending } = await page();
    sending.setField("completedDate", "2026-05-01");
    await vi.advanceTimersByTimeAsync(600);
    sending.setField("validUntil", "2027-05-01");
    await vi.advanceTimersByTimeAsync(600);
    expect(world.saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(world.saved).toEqual([{ completedDate: "2026-05-01", validUntil: "2027-05-01" }]);
    expect(sending.underway().typed).toEqual(world.saved[0]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.saved).toHaveLength(1);
  });

  test("adds to what the draft had", async () => {
    const { page, world } = aWorld();
    world.saved.push({ completedDate: "2026-05-01" });
    const { sending } = await page();
    sending.setField("document", "passport");
    await sending.flush();
    expect(world.saved.at(-1)).toEqual({ completedDate: "2026-05-01", document: "passport" });
  });

  test("that couldn't be saved is retried automatically, unless something newer was typed in the meantime", async () => {
    const { page, world } = aWorld();
    world.failing.save = [away(), away()];
    const { sending } = await page();
    sending.setField("validUntil", "2027-05-01");
    await vi.advanceTimersByTimeAsync(700);
    expect(world.saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(world.saved).toEqual([]);
    sending.setField("validUntil", "2027-05-02");
    await vi.advanceTimersByTimeAsync(700);
    expect(world.saved).toEqual([{ validUntil: "2027-05-02" }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.saved).toHaveLength(1);
  });

  test("while an earlier save is on its way stays, although that one fails", async () => {
    const { page, world } = aWorld();
    world.failing.save = [away()];
    world.slowSave = () => new Promise((resolve) => setTimeout(resolve, 5_000));
    const { sending } = await page();
    sending.setField("validUntil", "2027-05-01");
    await vi.advanceTimersByTimeAsync(5_500);
    sending.setField("validUntil", "2027-05-02");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.saved.at(-1)).toEqual({ validUntil: "2027-05-02" });
    expect(world.saved).toHaveLength(1);
  });

  test("is kept when the page is left before that moment, and tried no more after it", async () => {
    const { page, world } = aWorld();
    const { sending } = await page();
    sending.setField("validUntil", "2027-05-01");
    sending.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(world.saved).toEqual([{ validUntil: "2027-05-01" }]);
    const other = await page();
    world.failing.save = [away()];
    other.sending.setField("validUntil", "2028-05-01");
    other.sending.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.saved).toHaveLength(1);
  });
});
