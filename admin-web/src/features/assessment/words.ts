import type { ContentKey } from '@talad/proto/http/assessment'
import type { TextKey } from '../../i18n/index.ts'

export const keyTexts = {
  new_seller: 'assessment.newSeller',
  new_buyer: 'assessment.newBuyer',
  new_issuer: 'assessment.newIssuer',
} as const satisfies Record<ContentKey, TextKey>

export const languageTexts = { th: 'assessment.thai', en: 'assessment.english' } as const
