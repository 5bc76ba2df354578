import { Avatar } from "@touchline/ui";
import { usePhoto } from "./usePhoto.ts";

interface PersonAvatarProps {
  person: { profileId: string; photoId: string | null; firstName: string; lastName: string };
  /** In pixels. */
  size?: number;
}

/** Somebody's photo, or their initials. */
export function PersonAvatar({ person, size = 32 }: PersonAvatarProps) {
  const photo = usePhoto(person.profileId, person.photoId);
  return <Avatar name={`${person.firstName} ${person.lastName}`} photo={photo} size={size} />;
}
