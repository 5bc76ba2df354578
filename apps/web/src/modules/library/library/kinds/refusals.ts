import { createContext, useContext } from "react";

/** Why the editor may not do something, by action of the content; the server refuses for the same reason. */
export type Refusals = Readonly<Record<string, string | undefined>>;
const RefusalsContext = createContext<Refusals>({});

export const RefusalsProvider = RefusalsContext.Provider;
export const useRefusals = () => useContext(RefusalsContext);
