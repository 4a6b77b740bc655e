import type { ContentKey } from '@talad/proto/http/moderation/assessment'
import type { ContentState } from '@talad/proto/http/moderation/assessment-admin'
import type { TextKey } from '../../i18n/index.ts'

export const keyTexts = {
  new_seller: 'assessment.newSeller',
  new_buyer: 'assessment.newBuyer',
  new_issuer: 'assessment.newIssuer',
} as const satisfies Record<ContentKey, TextKey>

export const languageTexts = { th: 'assessment.thai', en: 'assessment.english' } as const

/** How the draft that is kept stands to what is published. */
export function standingText({ draft, published }: Pick<ContentState, 'draft' | 'published'>): TextKey {
  if (JSON.stringify(draft) !== JSON.stringify(published)) return 'assessment.unpublished'
  return published === null ? 'assessment.never' : 'assessment.asPublished'
}
