export type Polling = { firstMs: number; everyMs: number; times: number }

/** ID-20: first after 10 s, then every 4 s, up to 75 times. In development the stand-in answers at once. */
export const JOIN_POLLING: Record<'production' | 'development', Polling> = {
  production: { firstMs: 10_000, everyMs: 4_000, times: 76 },
  development: { firstMs: 1_500, everyMs: 1_500, times: 206 },
}
