/** The parts of autocannon that the bench uses. It ships no types. */
declare module "autocannon" {
  export type Result = {
    requests: { average: number; total: number };
    latency: { p50: number; p97_5: number; p99: number; max: number };
    non2xx: number;
    errors: number;
    timeouts: number;
  };
  export type Options = {
    url: string;
    connections: number;
    duration: number;
    headers?: Record<string, string>;
    method?: string;
    body?: string;
    workers?: number;
    requests?: { path: string }[];
  };
  export default function autocannon(options: Options): Promise<Result>;
}
