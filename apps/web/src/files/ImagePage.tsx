import type { Rotation, Size } from "./document-layout.ts";
import classes from "./Viewer.module.css";
import { words } from "./words.ts";

/** Opens a picture under an address within this page. @throws Error with a message for the reader */
export async function openImage(blob: Blob): Promise<{ url: string; first: Size; close: () => void }> {
  const url = URL.createObjectURL(blob);
  const close = () => URL.revokeObjectURL(url);
  const picture = new Image();
  picture.src = url;
  try {
    await picture.decode();
  } catch {
    close();
    throw new Error(words.imageFailed);
  }
  return { url, close, first: { width: picture.naturalWidth || 1, height: picture.naturalHeight || 1 } };
}

interface ImagePageProps {
  url: string;
  name: string;
  size: Size;
  factor: number;
  turn: Rotation;
}

/** A picture as the only page of its document. */
export function ImagePage({ url, name, size, factor, turn }: ImagePageProps) {
  return (
    <img
      className={classes.image}
      src={url}
      alt={name}
      style={{
        width: size.width * factor,
        height: size.height * factor,
        transform: `translate(-50%, -50%) rotate(${turn}deg)`,
      }}
    />
  );
}
