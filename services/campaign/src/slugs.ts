import { Rejection } from '@talad/shared/rejection'

/** CA-9: old names lead on for good, so nobody gathers them without an end. */
export const MOST_SLUGS = 50

/** With one more name, where it is none of those that it has or had. */
export const withSlug = (slugs: readonly string[], slug: string): string[] =>
  slugs.includes(slug) ? [...slugs] : [...slugs, slug]

/** @throws Rejection TOO_MANY_SLUGS */
export function requireRoomFor(slugs: readonly string[], slug: string, field: string): void {
  if (!slugs.includes(slug) && slugs.length >= MOST_SLUGS)
    throw new Rejection('TOO_MANY_SLUGS', { field, details: { most: MOST_SLUGS } }) // CA-9
}
