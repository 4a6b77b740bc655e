/** Longer values of traits are cut. */
export const MAX_VALUE = 200

/** A trait as the maker of an asset gave it. */
export type Attribute = {
  key: string
  value: string
  number: string | null
  displayType: string | null
}
