/** What a proof measured, in words and numbers, for the table. */
export type Figures = Record<string, number | string>

export type Context = {
  /** how many of the proof's unit */
  size: number
  /** the same seed makes the same run, as far as the machine lets it */
  seed: number
  /** administrator's URL of a real Postgres of this run's own, made for it */
  postgres: string
  /** an empty folder of this run's own */
  folder: string
  /** tells a person how far it is */
  say(line: string): void
}

export type Proof = {
  /** the bar that it shows, with a word where one bar has several: `B4`, `B2-kafka` */
  id: string
  /** one sentence: what holds */
  title: string
  size: number
  /** what is counted: `purchases` */
  unit: string
  /** a run that takes longer has failed, whatever its size */
  limitMinutes: number
  /** the size at which CI runs it, where a tenth takes too long for that; 0: it is left to the night */
  inCi?: number
  /** the size at which `npm test` runs it too; none: it is too long for that */
  inTests?: number
  /**
   * it looks at how long something takes, so nothing runs beside it; `waiting`: it does little meanwhile, so that another
   * of the kind may
   */
  alone?: true | 'waiting'
  /** the server keeps what it commits when the power goes; slower */
  durable?: boolean
  /** @returns what was measured. @throws Disproved, or anything else, when it doesn't hold */
  run(context: Context): Promise<Figures>
  /** what was found and mended while it was being built; empty: nothing */
  found: readonly string[]
}

/** What the proof says does not hold. */
export class Disproved extends Error {
  constructor(what: string) {
    super(what)
    this.name = 'Disproved'
  }
}

/** @throws Disproved with the sentence, unless it is so */
export function holds(so: boolean, otherwise: string): asserts so {
  if (!so) throw new Disproved(otherwise)
}
