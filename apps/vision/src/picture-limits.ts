/** The most bytes and pixels that are decoded at all: a phone's camera makes at most 50 million. */
export const pictureLimits = { bytes: 25 * 1024 * 1024, pixels: 60_000_000, side: 20_000 };
