/** What one whole unit of a price family is worth in another. */
export type Rate = {
  base: string
  quote: string
  /** decimal */
  rate: string
  /** when the source said so */
  at: Date
}

/** OB-37: an older rate would misprice. */
export const USABLE_MS = 15 * 60_000

export function isUsable({ at }: Pick<Rate, 'at'>, now: Date): boolean {
  return now.getTime() - at.getTime() <= USABLE_MS // OB-37
}
