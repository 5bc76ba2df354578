import type { Currency } from "@touchline/contract/currencies";

export { amountOf, decimalOf, moneyText } from "@touchline/rules";

export const currencyNames: Record<Currency, string> = {
  USD: "US dollars",
  CAD: "Canadian dollars",
  EUR: "euros",
  GBP: "British pounds",
  AUD: "Australian dollars",
  JPY: "Japanese yen",
};
