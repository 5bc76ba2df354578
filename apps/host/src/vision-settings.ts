import type { AmazonVisionSettings } from "@touchline/api/adapters/vision/amazon-client";
import { placeOf, type ReadSetting, readUrl } from "./screening-settings.ts";

/**
 * Reads the credentials of the cloud service that reads pictures of people and documents. Without them this machine reads them.
 *
 * @throws Error with one sentence that names the variables.
 */
export function readAmazonVision(read: ReadSetting): AmazonVisionSettings | null {
  const [accessKeyId, secretAccessKey] = [read("AMAZON_VISION_ACCESS_KEY_ID"), read("AMAZON_VISION_SECRET_ACCESS_KEY")];
  if (accessKeyId === null && secretAccessKey === null) return null;
  if (accessKeyId === null || secretAccessKey === null) {
    throw new Error("Set both AMAZON_VISION_ACCESS_KEY_ID and AMAZON_VISION_SECRET_ACCESS_KEY, or neither.");
  }
  const region = read("AMAZON_VISION_REGION") ?? "us-east-1";
  if (!/^[a-z0-9-]{1,40}$/.test(region)) {
    throw new Error(`AMAZON_VISION_REGION is "${region}". Use a region such as us-east-1.`);
  }
  // People are promised that nobody but the organization keeps their pictures.
  if (!["on", "1"].includes(read("AMAZON_VISION_OPT_OUT") ?? "")) {
    throw new Error(
      "Opt out of AI services in your AWS organization, so that Amazon keeps no pictures. Then set AMAZON_VISION_OPT_OUT to on.",
    );
  }
  const own = readUrl(read, "AMAZON_VISION_URL");
  return {
    ...{ region, accessKeyId, secretAccessKey },
    rekognitionUrl: own ?? `https://rekognition.${region}.amazonaws.com`,
    textractUrl: own ?? `https://textract.${region}.amazonaws.com`,
    simulated: placeOf(accessKeyId, own ?? "").simulated,
  };
}
