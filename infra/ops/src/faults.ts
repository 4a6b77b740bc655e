/** What the program ends with. */
export const EXIT = {
  /** done, and nothing wrong was found */
  ok: 0,
  /** done, and something is wrong: the output says what */
  bad: 1,
  /** a parameter is wrong */
  usage: 2,
  /** there is no system, or a part of it does not answer */
  away: 3,
  /** a fault of this program (sysexits.h) */
  fault: 70,
} as const

export const EXIT_HELP = `
Exit codes:
  0   done, nothing is wrong
  1   done, and something is wrong; the output says what
  2   a parameter is wrong; the message names it
  3   no system was found, or a part of it does not answer
  70  a fault of this program`

/** A parameter that can't be: the message names it. */
export class BadParameter extends Error {
  constructor(field: string, what: string) {
    super(`${field}: ${what}`)
    this.name = 'BadParameter'
  }
}

/** Nothing to work on. */
export class NoSystem extends Error {
  override readonly name = 'NoSystem'
}
