/** One measured thing beside its yardstick, both from the same run. */
export type Line = {
  /** what was measured: `two-leg transfers, random accounts` */
  what: string
  ours: number
  /** `transfers/s`, `ms` */
  unit: string
  /** what it is compared with, and its figure */
  yardstick?: { what: string; figure: number } | undefined
  /** the bar as text, and whether it is reached; none: for information */
  bar?: { says: string; reached: boolean } | undefined
}

export type Context = {
  /** administrator's URL of a real, durable Postgres of this run's own */
  postgres: string
  /** an empty folder of this run's own */
  folder: string
  /** multiplies how long it measures */
  scale: number
  say(line: string): void
}

export type Bench = {
  name: string
  /** the bar in the list of bars: `P1` */
  bar?: string
  title: string
  /** @returns the table's lines. Whatever it starts it stops. */
  run(context: Context): Promise<Line[]>
}
