import type { Language } from '@talad/ui/i18n/language'
import type { thProjects } from './project-texts.ts'

export type LateKey = keyof typeof thProjects

type Fill = (language: Language, key: LateKey, values: Readonly<Record<string, string | number>>) => string

/** What fills in texts that come with the pages which show them; absent until one of those was opened. */
export const late: { fill?: Fill } = {}
