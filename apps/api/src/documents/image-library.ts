let opened: ReturnType<typeof open> | undefined;

async function open() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp", "VipsForeignLoadHeif"],
  });
  return sharp;
}

/**
 * Loads the image library with everything switched off but reading the kinds of pictures that are taken somewhere. What is
 * switched off holds for the whole process, so whoever reads pictures opens the library here.
 */
export function openImages() {
  opened ??= open();
  return opened;
}
