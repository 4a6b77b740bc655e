import type { MutantResult } from '@stryker-mutator/api/core'

/** What a run says of the tests. A mutant that doesn't load was never a question to them. */
export type Score = { killed: number; survived: readonly MutantResult[]; percent: number }

const FOUND: readonly string[] = ['Killed', 'Timeout']
const MISSED: readonly string[] = ['Survived', 'NoCoverage']

export function scoreOf(mutants: readonly MutantResult[]): Score {
  const killed = mutants.filter(({ status }) => FOUND.includes(status)).length
  const survived = mutants.filter(({ status }) => MISSED.includes(status))
  const all = killed + survived.length
  return { killed, survived, percent: all === 0 ? 0 : (100 * killed) / all }
}

/** Where a mutant stood and what it was, in a line. */
export function lineOf({ fileName, location, mutatorName, replacement }: MutantResult): string {
  const text = (replacement ?? '').replaceAll(/\s+/g, ' ')
  return `${fileName}:${location.start.line}:${location.start.column} ${mutatorName}: ${text}`
}
