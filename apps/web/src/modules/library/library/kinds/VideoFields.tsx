import { Textarea, TextInput } from "@touchline/ui";
import { words } from "../words.ts";
import { FileField } from "./FileField.tsx";
import type { KindFieldsProps } from "./fields.ts";
import classes from "./Kinds.module.css";
import { LinkField } from "./LinkField.tsx";
import { secondsOfVideo } from "./video-length.ts";

const whole = (text: string) => (text.trim() === "" ? 0 : Math.round(Number(text)) || 0);

/** The video, its length, the share that must be watched, and its captions. */
export function VideoFields({ settings, change, errors, contentIdForFile }: KindFieldsProps<"video">) {
  const measure = async (address: string) => {
    const seconds = await secondsOfVideo(address);
    if (seconds !== null) change({ seconds });
  };
  const { seconds, videoUrl } = settings;
  return (
    <>
      <FileField
        label={words.video}
        description={words.videoHint}
        extensions={["mp4", "webm"]}
        fileId={settings.fileId}
        error={errors.fileId}
        contentIdForFile={contentIdForFile}
        onChange={(fileId, file) => {
          change({ fileId });
          if (!file) return;
          const address = URL.createObjectURL(file);
          void measure(address).finally(() => URL.revokeObjectURL(address));
        }}
      />
      {settings.fileId === null && (
        <LinkField
          label={words.videoUrl}
          description={words.videoUrlHint}
          value={videoUrl}
          onChange={(address) => change({ videoUrl: address })}
          onBlur={() => {
            if (videoUrl !== null && seconds === 0) void measure(videoUrl);
          }}
          error={errors.videoUrl}
        />
      )}
      <div className={classes.pair}>
        <TextInput
          label={words.lengthInSeconds}
          description={seconds > 0 ? words.lengthCheck({ length: lengthText(seconds) }) : words.lengthHint}
          inputMode="numeric"
          value={seconds === 0 ? "" : String(seconds)}
          onChange={(event) => change({ seconds: whole(event.target.value) })}
          error={errors.seconds}
        />
        <TextInput
          label={words.percentToWatch}
          description={words.percentHint}
          inputMode="numeric"
          value={settings.percent === 0 ? "" : String(settings.percent)}
          onChange={(event) => change({ percent: whole(event.target.value) })}
          error={errors.percent}
        />
      </div>
      <Textarea
        label={words.captions}
        description={words.captionsHint}
        rows={5}
        maxLength={200_000}
        spellCheck={false}
        placeholder={words.captionsExample}
        value={settings.captions}
        onChange={(event) => change({ captions: event.target.value })}
        error={errors.captions}
      />
    </>
  );
}

function lengthText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const units = ["h", "min", "s"];
  return parts.flatMap((part, index) => (part > 0 ? [`${part} ${units[index]}`] : [])).join(" ");
}
