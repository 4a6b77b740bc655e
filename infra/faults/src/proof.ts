/** What a proof measured, in words and numbers, for the table. */
export type Figures = Record<string, number | string>

/** A text of a source file that is replaced: path from the top of the project, the text there, what stands in its place. */
export type Edit = { file: string; find: string; replace: string }

/**
 * A fault put in on purpose, to see the proof go red. Either a text of one source file is replaced while it is loaded,
 * in this process and in all it starts, or the proof itself does it when `context.mutant` has this name.
 */
export type Mutant<During = unknown> = {
  name: string
  /** what is broken, for the table */
  says: string
  edit?: Edit
  /** size of the run that must find it; by default a hundredth of the full size */
  size?: number
  /** what the proof is to do so that it shows, in place of what it would draw */
  during?: During
}

export type Context<During = unknown> = {
  /** how many of the proof's unit */
  size: number
  /** the same seed makes the same run, as far as the machine lets it */
  seed: number
  /** administrator's URL of a real Postgres of this run's own, made for it */
  postgres: string
  /** an empty folder of this run's own */
  folder: string
  /** the fault that is put in, if any, and what it says of itself for this proof */
  mutant: string | undefined
  during?: During | undefined
  /** tells a person how far it is */
  say(line: string): void
}

export type Proof<During = unknown> = {
  /** the bar that it shows, with a word where one bar has several: `B4`, `B2-kafka` */
  id: string
  /** one sentence: what holds */
  title: string
  size: number
  /** what is counted: `purchases` */
  unit: string
  /** a run that takes longer has failed, whatever its size */
  limitMinutes: number
  /** the size at which CI runs it, where a tenth takes too long for that */
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
  run(context: Context<During>): Promise<Figures>
  mutants: readonly Mutant<During>[]
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
