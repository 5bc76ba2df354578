export { plural } from "@touchline/rules/plural";
