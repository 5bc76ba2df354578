import {
  contrastInLight,
  contrastOn,
  darkGround,
  darkSurfaces,
  leastContrast,
  lightGround,
  readableAccent,
} from "@touchline/contract/accounts/colours";
import type { OrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { accentShades, Button, Notice, TextInput } from "@touchline/ui";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import classes from "./Settings.module.css";
import { usePart } from "./usePart.ts";

const shape = /^#[0-9a-f]{6}$/i;

/** The colour of buttons and links. One that cannot be read is not taken; the nearest that can is offered. */
export function AccentPart({ settings }: { settings: OrganizationSettings }) {
  const part = usePart({
    saved: settings.accentColor,
    sent: (accentColor) => ({ accentColor }),
    said: "The color was saved.",
  });
  const { value, change, errors } = part;
  const known = shape.test(value);
  const readable = known ? readableAccent(value) : null;
  const tooLight = known && readable !== value.toLowerCase();
  return (
    <SavedPart
      title="Color"
      lead="Buttons and links have it, for everybody in the organization. The dark theme has a lighter one of the same hue."
      part={part}
      hindrance={
        !known ? "Write the color as # and six digits." : tooLight ? "White text on it could not be read." : undefined
      }
    >
      <div className={classes.colour}>
        <input
          type="color"
          aria-label="Pick the color"
          value={known ? value.toLowerCase() : settings.accentColor}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <TextInput
          label="Color"
          value={value}
          maxLength={7}
          spellCheck={false}
          onChange={(event) => change(event.currentTarget.value.trim())}
          error={known ? errors.accentColor : "Write the color as # and six digits, like #1c5d99."}
        />
      </div>
      {tooLight && readable && (
        <Notice
          tone="needs"
          title="Too light to be read"
          action={<Button small variant="secondary" label={`Use ${readable}`} onClick={() => change(readable)} />}
        >
          Text needs a contrast of {leastContrast} to 1 on every surface; this has {contrastInLight(value).toFixed(1)}.{" "}
          {readable} is the nearest that will do.
        </Notice>
      )}
      {readable && <Previews accent={readable} />}
    </SavedPart>
  );
}

/** As it looks in both themes, whichever the page has now. */
function Previews({ accent }: { accent: string }) {
  const shades = accentShades(accent);
  const both = [
    { name: "Light", ground: lightGround, colour: shades[6], on: lightGround, contrast: contrastInLight(shades[6]) },
    {
      name: "Dark",
      ground: darkGround,
      colour: shades[3],
      on: "#0d1016",
      contrast: contrastOn(shades[3], darkSurfaces),
    },
  ];
  return (
    <div className={classes.previews}>
      {both.map(({ name, ground, colour, on, contrast }) => (
        <div key={name} className={classes.preview} style={{ background: ground, color: colour }}>
          <span>{name}: a link</span>
          <div className={classes.previewButton} style={{ background: colour, color: on }}>
            A button
          </div>
          <div>Contrast {contrast.toFixed(1)} to 1</div>
        </div>
      ))}
    </div>
  );
}
