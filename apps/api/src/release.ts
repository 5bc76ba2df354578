import product from "../package.json" with { type: "json" };

/** The version of the product, under which errors are recorded. */
export const release = product.version;
