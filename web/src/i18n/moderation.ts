import { makeTexts } from '@talad/ui/i18n/texts'
import { enModeration } from './en-moderation.ts'
import { thModeration } from './th-moderation.ts'

/** A key of the texts of reports and assessments. */
export type ModerationKey = keyof typeof thModeration

/** The texts of reports and assessments: they come with the windows that show them, in both languages. */
export const { useText: useModerationText } = makeTexts<ModerationKey>({
  th: thModeration,
  en: enModeration,
})
