import { useQuery } from "@tanstack/react-query";
import type { IdentityComparison } from "@touchline/contract/verification/identity";
import type { ImageBox } from "@touchline/contract/vision";
import { Badge, Facts, IconAlertTriangle, IconCircleMinus, LoadingState, Notice, Panel } from "@touchline/ui";
import { useState } from "react";
import { dayText, momentText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useObjectUrl } from "../../../photos/useObjectUrl.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./IdentityPanel.module.css";
import { PanelPlaceholder } from "./PanelPlaceholder.tsx";
import { identityComparisonQuery, identityImageQuery, type Review } from "./queries.ts";
import { words } from "./words.ts";

type Field = IdentityComparison["fields"][number];
type Size = { width: number; height: number };
type Shown = { url: string; size: Size };

/** Shows the selfie next to the document, what was read and where it stands, and what needs attention. */
export function IdentityPanel({ review: { requirementId, profileLevelAccessId } }: { review: Review }) {
  const query = useQuery(identityComparisonQuery(requirementId, profileLevelAccessId));
  const { data } = query;
  if (data?.comparison === null) return null;
  return (
    <Panel title={words.identityComparison}>
      {data ? (
        <Compared
          comparison={data.comparison}
          requirementId={requirementId}
          profileLevelAccessId={profileLevelAccessId}
        />
      ) : (
        <PanelPlaceholder query={query} title={words.comparisonNotLoaded} loadingLabel={words.loadingComparison} />
      )}
    </Panel>
  );
}

interface ComparedProps {
  comparison: IdentityComparison;
  requirementId: string;
  profileLevelAccessId: string;
}

function Compared({ comparison, ...place }: ComparedProps) {
  const zone = useActiveProfile().organization.timeZone;
  const { images, fields, reasons, scoreText, destroyedAt, typed } = comparison;
  const [pictures, setPictures] = useState<Readonly<Record<string, Shown>>>({});
  return (
    <div className={classes.panel}>
      {reasons.length > 0 && (
        <Notice tone="needs" title={words.lookAtThis}>
          <ul className={classes.reasons}>
            {reasons.map(({ code, text }) => (
              <li key={code}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      {destroyedAt && (
        <Notice tone="waits">{words.picturesDestroyed({ moment: momentText(destroyedAt, zone) })}</Notice>
      )}
      <Facts facts={[{ label: words.faces, value: scoreText }]} />
      {images.length > 0 && (
        <div className={classes.pictures}>
          {images.map(({ imageId, kind }) => (
            <Picture
              key={imageId}
              {...place}
              imageId={imageId}
              label={words.identityPictures[kind]}
              boxes={fields.flatMap((field) => (field.imageId === imageId && field.box ? [field.box] : []))}
              onShown={(picture) => setPictures((before) => ({ ...before, [imageId]: picture }))}
            />
          ))}
        </div>
      )}
      {fields.length > 0 && (
        <ul className={classes.fields}>
          {fields.map((field) => (
            <FieldRead key={field.field} field={field} picture={pictures[field.imageId]} />
          ))}
        </ul>
      )}
      {typed?.differs && (
        <Facts
          facts={[
            { label: words.correctedName, value: `${typed.firstName} ${typed.lastName}` },
            { label: words.correctedBirthDate, value: typed.dateOfBirth && dayText(typed.dateOfBirth) },
          ]}
        />
      )}
      {scoreText && <p className={classes.quiet}>{words.scoreIsHelp}</p>}
    </div>
  );
}

interface PictureProps {
  requirementId: string;
  profileLevelAccessId: string;
  imageId: string;
  label: string;
  boxes: readonly ImageBox[];
  onShown: (picture: Shown) => void;
}

/** One picture, with a frame around each area that a value was read from. */
function Picture({ requirementId, profileLevelAccessId, imageId, label, boxes, onShown }: PictureProps) {
  const { data, error } = useQuery(identityImageQuery(requirementId, profileLevelAccessId, imageId));
  const url = useObjectUrl(data?.blob);
  return (
    <figure className={classes.picture}>
      <figcaption>{label}</figcaption>
      {url ? (
        <div className={classes.frame}>
          <img
            src={url}
            alt={label}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              onShown({ url, size: { width, height } })
            }
          />
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
            {boxes.map((box) => (
              <rect key={`${box.x} ${box.y}`} {...box} />
            ))}
          </svg>
        </div>
      ) : error ? (
        <p className={classes.quiet}>{messageOf(error)}</p>
      ) : (
        <LoadingState label={words.loadingPicture} lines={3} />
      )}
    </figure>
  );
}

/** A value that was read, the part of the picture it was read from, and the profile's value. */
function FieldRead({ field: { field, value, box, profile, fit }, picture }: { field: Field; picture?: Shown }) {
  const isDate = field === "dateOfBirth" || field === "expirationDate";
  const text = field === "documentNumber" ? words.endsIn({ end: value }) : isDate ? dayText(value) : value;
  return (
    <li className={classes.field}>
      <span className={classes.label}>{words.documentFields[field]}</span>
      <span className={classes.value}>
        {text}
        {fit === "differs" && (
          <Badge tone="stop" icon={IconAlertTriangle}>
            {words.different}
          </Badge>
        )}
        {fit === "alike" && (
          <Badge tone="needs" icon={IconCircleMinus}>
            {words.similar}
          </Badge>
        )}
      </span>
      {profile !== null && fit !== "same" && (
        <span className={classes.quiet}>{words.inProfile({ value: isDate ? dayText(profile) : profile })}</span>
      )}
      {picture && box && <Crop picture={picture} box={box} label={words.cropOf(words.documentFields[field])} />}
    </li>
  );
}

/** A part of a picture with a small margin. */
function Crop({ picture: { url, size }, box, label }: { picture: Shown; box: ImageBox; label: string }) {
  const margin = 0.01;
  const x = Math.max(0, box.x - margin) * size.width;
  const y = Math.max(0, box.y - margin) * size.height;
  const width = (box.width + 2 * margin) * size.width;
  const height = (box.height + 2 * margin) * size.height;
  return (
    <svg className={classes.crop} viewBox={`${x} ${y} ${width} ${height}`} role="img" aria-label={label}>
      <image href={url} width={size.width} height={size.height} />
    </svg>
  );
}
