/** Returns the smallest valid value of a schema in the OpenAPI document, with real IDs for known field names. */
export type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minItems?: number;
  minLength?: number;
  minimum?: number;
};

const strings: Record<string, string> = {
  uuid: "00000000-0000-7000-8000-000000000000",
  date: "2026-01-15",
  "date-time": "2026-01-15T12:00:00.000Z",
  email: "nobody@example.org",
  uri: "https://example.org/",
};

/** @param ids the IDs by field name. @param resolve looks up a `$ref`. */
export function sample(
  schema: Schema,
  ids: Readonly<Record<string, string>>,
  resolve: (ref: string) => Schema,
  name = "",
): unknown {
  const known = ids[name];
  if (schema.$ref) return sample(resolve(schema.$ref), ids, resolve, name);
  const one = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0];
  if (one) return sample(one, ids, resolve, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((field) => [field, sample(schema.properties?.[field] ?? {}, ids, resolve, field)]),
      );
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () =>
        sample(schema.items ?? {}, ids, resolve, name.replace(/s$/, "")),
      );
    case "boolean":
      return false;
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, 0);
    case "null":
      return null;
    default:
      return known ?? strings[schema.format ?? ""] ?? "x".repeat(Math.max(schema.minLength ?? 1, 1));
  }
}
