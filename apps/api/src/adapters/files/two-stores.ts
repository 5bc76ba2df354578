import { type FilesPort, isNoSuchFile } from "./port.ts";

/**
 * Two stores as one, while files are moved from one to the other: new files go to the first, a file is read where it is, and is
 * removed from both.
 */
export function twoStores(first: FilesPort, second: FilesPort): FilesPort {
  return {
    newKey: () => first.newKey(),
    receive: (stream, maxBytes, storageKey) => first.receive(stream, maxBytes, storageKey),
    async open(storageKey, range) {
      const inFirst = await first.open(storageKey, range).catch((error: Error) => {
        if (isNoSuchFile(error)) return null;
        throw error;
      });
      if (inFirst) return inFirst;
      return second.open(storageKey, range).catch((error: Error) => {
        if (!isNoSuchFile(error)) throw error;
        // It may have been moved between the two looks.
        return first.open(storageKey, range);
      });
    },
    async remove(storageKey) {
      await second.remove(storageKey);
      await first.remove(storageKey);
    },
  };
}
