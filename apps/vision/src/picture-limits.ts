/** The maximum size of pictures in bytes and pixels. Phone cameras produce up to 50 million pixels. */
export const pictureLimits = { bytes: 25 * 1024 * 1024, pixels: 60_000_000, side: 20_000 };
