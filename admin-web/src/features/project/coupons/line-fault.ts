import type { TextKey } from '../../../i18n/index.ts'

/** What a file of codes is told of a line, in the words of this app. */
const known: readonly (readonly [RegExp, TextKey])[] = [
  [/^has no code of/, 'fault.code'],
  [/^has a quote that is not closed/, 'pool.faultQuote'],
  [/^has more than a code/, 'pool.faultCells'],
  [/^has a description of more/, 'pool.faultLong'],
]

/** A text for what is wrong with a line; what is not known is shown as it is said. */
export function lineFault(error: string): { key: TextKey; values: { said: string } } {
  const found = known.find(([pattern]) => pattern.test(error))
  return { key: found?.[1] ?? 'pool.faultOther', values: { said: error } }
}
