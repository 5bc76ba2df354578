/** Every text of these pages, in complete sentences. */
export const words = {
  zoom: "Zoom",
  leftToRight: "Left to right",
  topToBottom: "Top to bottom",
  cropYour: ({ what }: { what: string }) => `Crop your ${what}`,
  cancel: "Cancel",
  save: ({ what }: { what: string }) => `Save ${what}`,
  notSaved: "Not saved",
  whatOfTheIsKept: ({ what }: { what: string }) => `What of the ${what} is kept`,
  photo: "Photo",
  logo: "Logo",
  thisFileCouldNotBe: "This file could not be read as a picture. Choose a JPEG, PNG or WebP.",
  file: ({ value }: { value: string }) => `${value} file`,
  change: "Change",
  choose: "Choose",
  remove: ({ what }: { what: string }) => `Remove ${what}`,
  openingThePicture: "Opening the picture",
};
