import {
  contrastInLight,
  contrastOn,
  darkGround,
  darkSurfaces,
  leastContrast,
  lightGround,
  readableAccent,
} from "@touchline/contract/accounts/colors";
import type { OrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { accentShades, Button, Notice, TextInput } from "@touchline/ui";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import classes from "./Settings.module.css";
import { usePart } from "./usePart.ts";
import { words } from "./words.ts";

const shape = /^#[0-9a-f]{6}$/i;

/** The color of buttons and links. A color without enough contrast is refused, and the nearest good one is offered. */
export function AccentPart({ settings }: { settings: OrganizationSettings }) {
  const part = usePart({
    saved: settings.accentColor,
    sent: (accentColor) => ({ accentColor }),
    notice: words.colorSaved,
  });
  const { value, change, errors } = part;
  const known = shape.test(value);
  const readable = known ? readableAccent(value) : null;
  const tooLight = known && readable !== value.toLowerCase();
  return (
    <SavedPart
      title={words.color}
      lead={words.colorAbout}
      part={part}
      hindrance={!known ? words.colorFormat : tooLight ? words.colorUnreadable : undefined}
    >
      <div className={classes.color}>
        <input
          type="color"
          aria-label={words.pickColor}
          value={known ? value.toLowerCase() : settings.accentColor}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <TextInput
          label={words.color}
          value={value}
          maxLength={7}
          spellCheck={false}
          onChange={(event) => change(event.currentTarget.value.trim())}
          error={known ? errors.accentColor : words.colorFormat}
        />
      </div>
      {tooLight && readable && (
        <Notice
          tone="needs"
          title={words.colorTooLight}
          action={
            <Button
              small
              variant="secondary"
              label={words.applyColor({ color: readable })}
              onClick={() => change(readable)}
            />
          }
        >
          {words.colorContrast({ least: leastContrast, contrast: contrastInLight(value).toFixed(1), readable })}
        </Notice>
      )}
      {readable && <Previews accent={readable} />}
    </SavedPart>
  );
}

/** Shows the color in both themes, whichever the page uses now. */
function Previews({ accent }: { accent: string }) {
  const shades = accentShades(accent);
  const both = [
    {
      name: words.light,
      ground: lightGround,
      color: shades[6],
      on: lightGround,
      contrast: contrastInLight(shades[6]),
    },
    {
      name: words.dark,
      ground: darkGround,
      color: shades[3],
      on: "#0d1016",
      contrast: contrastOn(shades[3], darkSurfaces),
    },
  ];
  return (
    <div className={classes.previews}>
      {both.map(({ name, ground, color, on, contrast }) => (
        <div key={name} className={classes.preview} style={{ background: ground, color: color }}>
          <span>{words.sampleLink({ theme: name })}</span>
          <div className={classes.previewButton} style={{ background: color, color: on }}>
            {words.sampleButton}
          </div>
          <div>{words.contrast({ contrast: contrast.toFixed(1) })}</div>
        </div>
      ))}
    </div>
  );
}
