import { qualityOfFile } from "./photo.ts";
import { isPoor, qualityText } from "./words.ts";

/** A chosen photo that can hardly be read, with what is wrong. */
export interface PoorPhoto {
  file: File;
  text: string;
}

/** Tells chosen photos that can hardly be read from other files, before anything is sent. */
export async function sortOutPoor(files: readonly File[]): Promise<{ good: File[]; poor: PoorPhoto[] }> {
  const good: File[] = [];
  const poor: PoorPhoto[] = [];
  for (const file of files) {
    const quality = file.type.startsWith("image/") ? await qualityOfFile(file) : null;
    const text = quality && isPoor(quality) ? qualityText(quality) : null;
    if (text === null) good.push(file);
    else poor.push({ file, text });
  }
  return { good, poor };
}
