/** Reads a video's length in the browser, in whole seconds, at least one; null if it is unknown. */
export function secondsOfVideo(address: string): Promise<number | null> {
  return new Promise((resolve) => {
    const video = document.createElement("video");
    const end = (seconds: number | null) => {
      clearTimeout(timer);
      video.removeAttribute("src");
      resolve(seconds);
    };
    const timer = setTimeout(() => end(null), 15_000);
    const report = () => {
      if (Number.isFinite(video.duration)) end(Math.max(1, Math.floor(video.duration)));
      // Recordings often have no length in their header: the browser finds it at the end.
      else video.currentTime = 1e6;
    };
    video.preload = "metadata";
    video.addEventListener("loadedmetadata", report);
    video.addEventListener("durationchange", () => Number.isFinite(video.duration) && report());
    video.addEventListener("error", () => end(null));
    video.src = address;
  });
}
