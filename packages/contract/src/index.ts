export * from "./endpoint.ts";
export * from "./enums.ts";
export * from "./errors.ts";
export * from "./values.ts";
