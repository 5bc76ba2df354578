/**
 * Files on their way out, kept in this browser until they have arrived: a reload, or a battery that dies, shall not ask
 * anybody to find them again. A browser that keeps nothing asks; that is no failure.
 */
const database = "touchline-files";
const store = "files";
const keptDays = 7;

interface Kept {
  file: File;
  at: number;
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  });
}

async function within<Result>(
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => IDBRequest<Result> | undefined,
): Promise<Result | null> {
  try {
    const open = await opened();
    try {
      return await new Promise<Result | null>((resolve, reject) => {
        const transaction = open.transaction(store, mode);
        const request = work(transaction.objectStore(store));
        transaction.oncomplete = () => resolve(request?.result ?? null);
        transaction.onerror = () => reject(transaction.error);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      open.close();
    }
  } catch {
    return null;
  }
}

/** Stores a file under the id of its upload. Files that were stored more than a week ago are deleted first. */
export async function keepFile(uploadId: string, file: File): Promise<void> {
  await within("readwrite", (files) => {
    const walk = files.openCursor();
    walk.onsuccess = () => {
      const cursor = walk.result;
      if (!cursor) return;
      if ((cursor.value as Kept).at < Date.now() - keptDays * 86_400_000) cursor.delete();
      cursor.continue();
    };
    return undefined;
  });
  const kept: Kept = { file, at: Date.now() };
  await within("readwrite", (files) => files.put(kept, uploadId));
}

export async function keptFile(uploadId: string): Promise<File | null> {
  const kept = await within<Kept | undefined>("readonly", (files) => files.get(uploadId));
  return kept?.file ?? null;
}

export async function forgetFile(uploadId: string): Promise<void> {
  await within("readwrite", (files) => files.delete(uploadId));
}

/** Another account may sign in next in this browser. */
export function forgetFiles(): void {
  try {
    indexedDB.deleteDatabase(database);
  } catch {
    // A cache that stores nothing.
  }
}
