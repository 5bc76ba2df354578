import type { ScreeningProduct } from "@touchline/contract/screening/clients";
import { LoadingState } from "@touchline/ui";
import { FetchFailed } from "../../../screening/FetchFailed.tsx";
import { priceText } from "../../../screening/queries.ts";
import classes from "./Screening.module.css";
import { words } from "./words.ts";

interface ProductsProps {
  /** The account's name. */
  name: string;
  query: { data: readonly ScreeningProduct[] | undefined; error: Error | null; refetch: () => Promise<unknown> };
}

/** What can be ordered at an account, with prices. */
export function Products({ name, query: { data, error, refetch } }: ProductsProps) {
  if (error && !data) return <FetchFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loadingProducts} lines={2} />;
  if (data.length === 0) return <p className={classes.lead}>{words.noProducts}</p>;
  return (
    <ul className={classes.products} aria-label={words.productsOf({ name })}>
      {data.map((one) => (
        <li key={one.productId} className={classes.product}>
          <span>{one.name}</span>
          <span className={classes.price}>{one.price === null ? words.priceUnknown : priceText(one.price)}</span>
        </li>
      ))}
    </ul>
  );
}
