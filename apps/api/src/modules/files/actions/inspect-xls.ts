const damaged = "is damaged, or no spreadsheet. Save it again as xls, or as PDF, and send that.";
const macros = "holds macros. Save it without them, or as PDF, and send that.";
const locked = "is protected with a password. Save it without one and send that.";
const [freeSector, endOfChain] = [0xffffffff, 0xfffffffe];

/** The sectors of a compound file, and where each goes on. */
function openCompound(bytes: Buffer) {
  const sectorSize = 2 ** bytes.readUInt16LE(30);
  if (sectorSize !== 512 && sectorSize !== 4096) throw new RangeError("sector size");
  const sector = (number: number) => {
    const at = (number + 1) * sectorSize;
    if (at >= bytes.length) throw new RangeError("sector");
    return bytes.subarray(at, at + sectorSize);
  };
  const places: number[] = [];
  const list = (from: Buffer, count: number) => {
    for (let place = 0; place < count; place += 1) {
      const number = from.readUInt32LE(place * 4);
      if (number !== freeSector) places.push(number);
    }
  };
  list(bytes.subarray(76, 512), 109);
  let next = bytes.readUInt32LE(68);
  for (let seen = 0; next !== endOfChain && next !== freeSector && seen < 1000; seen += 1) {
    const more = sector(next);
    list(more, sectorSize / 4 - 1);
    next = more.readUInt32LE(sectorSize - 4);
  }
  const table = Buffer.concat(places.slice(0, 1000).map(sector));
  // No two chains share a sector, so all together are no longer than the file.
  let left = Math.ceil(bytes.length / sectorSize);
  const chain = (first: number): Buffer => {
    const parts: Buffer[] = [];
    for (let at = first; at < freeSector - 10; at = table.readUInt32LE(at * 4)) {
      parts.push(sector(at));
      left -= 1;
      if (left < 0) throw new RangeError("a chain without end, or one that others share");
    }
    return Buffer.concat(parts);
  };
  return { chain, directory: chain(bytes.readUInt32LE(48)) };
}

/** A spreadsheet of the kind before xlsx: a compound file with a workbook in it, and no macros. */
export async function checkXls(bytes: Buffer): Promise<string | null> {
  try {
    if (bytes.length < 1536) return damaged;
    const { chain, directory } = openCompound(bytes);
    let workbook: Buffer | null = null;
    for (let at = 0; at + 128 <= directory.length; at += 128) {
      const length = directory.readUInt16LE(at + 64);
      if (length < 2 || length > 64) continue;
      const name = directory.toString("utf16le", at, at + length - 2);
      if (/^(_VBA_PROJECT(_CUR)?|VBA|Macros|PROJECTwm)$/i.test(name)) return macros;
      if (/^(EncryptedPackage|EncryptionInfo)$/i.test(name)) return locked;
      if (/^(.?Ole10Native|Package|CONTENTS)$/i.test(name)) return macros;
      const first = directory.readUInt32LE(at + 116);
      // Smaller ones lie elsewhere; a workbook never is.
      if (/^(Workbook|Book)$/i.test(name) && directory.readUInt32LE(at + 120) >= 4096) workbook = chain(first);
    }
    return workbook === null ? damaged : checkRecords(workbook);
  } catch {
    return damaged;
  }
}

/** The records before the first sheet: what it is, whether it is locked, and of what kind its sheets are. */
function checkRecords(workbook: Buffer): string | null {
  if ((workbook.readUInt16LE(0) & 0xff) !== 0x09) return damaged;
  for (let at = 0; at + 4 <= workbook.length; ) {
    const type = workbook.readUInt16LE(at);
    const length = workbook.readUInt16LE(at + 2);
    if (type === 0x2f) return locked;
    // A macro sheet or a Visual Basic module, hidden or not.
    if (type === 0x85 && (workbook[at + 9] === 1 || workbook[at + 9] === 6)) return macros;
    if (type === 0x0a) return null;
    at += 4 + length;
  }
  return damaged;
}
