import { type TextKey, useText } from '../../../i18n/index.ts'

/** What the modules say of a payload, in the words of this app; `n` is the number in it. */
const known: readonly (readonly [RegExp, TextKey])[] = [
  [/^is required$/, 'fault.required'],
  [/^is required with codes$/, 'fault.withCodes'],
  [/^is no known field$/, 'fault.unknownField'],
  [/^is a reserved name$/, 'fault.reserved'],
  [/^is no module of 3\.0$/, 'fault.noModule'],
  [/^must be (major\.minor|3\.0)/, 'fault.version'],
  [/^must have 1 to 500 characters$/, 'fault.name'],
  [/^must have at most (?<n>\d+) characters$/, 'fault.long'],
  [/^must not have HTML/, 'fault.html'],
  [/^must have at most (?<n>\d+) variables$/, 'fault.variables'],
  [/^must have a key$/, 'fault.key'],
  [/^a key must not begin/, 'fault.systemKey'],
  [/^must not be named twice$/, 'fault.twice'],
  [/^must have at least one (entry|attribute)$/, 'fault.empty'],
  [/^must have at most (?<n>\d+) (entries|attributes|records)$/, 'fault.many'],
  [/^must be a number where/, 'fault.number'],
  [/^must be a number/, 'fault.numberOrText'],
  [/^must be whole unix seconds$/, 'fault.date'],
  [/^must be a known display type$/, 'fault.display'],
  [/^must have 1 to 20 headers$/, 'fault.headers'],
  [/headers: (?<n>\d+)$/, 'fault.cells'],
  [/^must be 4 to 64 printable/, 'fault.code'],
  [/^must not name a code twice$/, 'fault.codeTwice'],
  [/^must be true, or \{length/, 'fault.codegen'],
  [/^must name a pool$/, 'fault.pool'],
  [/^must have exactly one of code/, 'fault.oneSource'],
  [/^must not be combined with codepool$/, 'fault.publicPool'],
  [/^must be after active_start$/, 'fault.order'],
  [/^must be (a whole number|at least 1)$/, 'fault.count'],
  [/^(Too small|Too big|Invalid)/, 'fault.form'],
  [/^must have at most 64 kB$/, 'fault.bytes'],
  [/^must not lie deeper/, 'fault.deep'],
]

/** A text for what a fault says; what is not known is shown as the server says it. */
export function faultText(message: string): { key: TextKey; values: Record<string, string> } {
  for (const [pattern, key] of known) {
    const found = pattern.exec(message)
    if (found) return { key, values: { n: found.groups?.n ?? '' } }
  }
  return { key: 'fault.other', values: { message } }
}

/** A fault in the language on the screen; undefined where there is none. */
export function useFaultText() {
  const { t } = useText()
  return (message: string | undefined): string | undefined => {
    if (message === undefined) return undefined
    const { key, values } = faultText(message)
    return t(key, values)
  }
}
