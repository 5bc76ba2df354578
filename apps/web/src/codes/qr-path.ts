import { create } from "qrcode";

/** Empty modules around a code, without which readers do not find it. */
const margin = 4;

/** A text as a QR code: its dark modules as one path, and how wide the whole is. Made in the page: it travels no further for it. */
export function qrPath(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const places = Array.from({ length: modules.size * modules.size }, (_, place) => place);
  const path = places
    .filter((place) => modules.data[place])
    .map((place) => `M${(place % modules.size) + margin} ${Math.floor(place / modules.size) + margin}h1v1h-1z`)
    .join("");
  return { path, size: modules.size + 2 * margin };
}
