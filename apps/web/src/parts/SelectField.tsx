import { Select } from "@touchline/ui";

/** By itself, so that a page can show itself before it is there. */
export default Select;
