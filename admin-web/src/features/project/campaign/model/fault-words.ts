import { type TextKey, useText } from '../../../../i18n/index.ts'
import { faultText } from '../../payload/fault-words.ts'

/** What the check of a model says, in the words of this app; `n` is the number in it. */
const known: readonly (readonly [RegExp, TextKey])[] = [
  [/^is required, or vitemId$/, 'model.faultWhich'],
  [/^is required with type nft$/, 'fault.required'],
  [/^must be ERC721 or ERC1155 with/, 'model.faultStandard'],
  [/^must lie within tokenRanges$/, 'model.faultWithin'],
  [/^must be \[from, to\]$/, 'model.faultRanges'],
  [/^must not end before it begins$/, 'model.faultOrder'],
  [/^must have at most 256 bits$|^must have at most 32 bits$|decimal string/, 'model.faultNumber'],
  [/^Invalid Ethereum address/, 'model.faultAddress'],
  [/^must be the same for each entry/, 'model.faultTogether'],
  [/^must not be the tag of another|^must not be the id of another/, 'fault.twice'],
  [/^must be (a collection|an item) of this project$|^must be the id of an item$/, 'model.faultUnknown'],
  [/^must be an item of vcollectionId$/, 'model.faultOther'],
  [/^must not be archived$/, 'model.faultArchived'],
  [/^must have at most (?<n>\d+) tags$/, 'model.faultTags'],
  [/^must have at most (?<n>\d+) groups$/, 'model.faultGroups'],
  [/^must have at most (?<n>\d+) alternatives/, 'model.faultAlternatives'],
  [/^must have at most (?<n>\d+) leaves$/, 'model.faultLeaves'],
  [/^must have at most 256 kB$/, 'model.faultBytes'],
  [/^must be JSON$/, 'model.faultJson'],
  [/^must be a list of conditions$|^must be \{all\}/, 'model.faultParts'],
  [/^must be (a number, or a decimal|two numbers)/, 'model.faultCompared'],
  [/^must be (a number of at most|text of 1 to|1 to 100 numbers)/, 'model.faultValue'],
]

/** A fault in the language on the screen; undefined where there is none. */
export function useModelFault() {
  const { t } = useText()
  return (message: string | undefined): string | undefined => {
    if (message === undefined) return undefined
    for (const [pattern, key] of known) {
      const found = pattern.exec(message)
      if (found) return t(key, { n: found.groups?.n ?? '' })
    }
    const { key, values } = faultText(message)
    return t(key, values)
  }
}
