/** A text of a stranger, and where it stands. */
export type Text = { field: string; text: string }

const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

/** A text as it is read: one form of each letter, without signs that nobody sees. */
export const asRead = (text: string): string => text.normalize('NFKC').replaceAll(UNSEEN, '')
