/** What Join calls the levels of identity; people know these names, in both languages. */
const LEVELS = ['–', 'BRONZE', 'SILVER', 'GOLD'] as const

/** A KYC level by its name; one that is not known as it is. */
export const kycName = (level: number): string => LEVELS[level] ?? String(level)
