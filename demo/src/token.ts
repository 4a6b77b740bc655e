/** A text in both languages of the marketplace. */
export interface Label {
  th: string
  en: string
}

/** One trait of a token; a number is shown with display_type number. */
export interface Trait {
  type: Label
  value: Label | number
}

/** One token, or for ERC-1155 one kind of which `supply` pieces exist. */
export interface Token {
  id: number
  name: Label
  description: Label
  supply: number
  traits: readonly Trait[]
}

/** Both languages in one line, Thai first, as marketplaces show a single text. */
export function bilingual({ th, en }: Label): string {
  return `${th} · ${en}`
}
