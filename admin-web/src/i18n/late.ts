import type { Language } from '@talad/ui/i18n/language'
import type { thDesks } from './desk-texts.ts'
import type { thProjects } from './project-texts.ts'

export type LateKey = keyof typeof thProjects | keyof typeof thDesks

type Fill = (language: Language, key: LateKey, values: Readonly<Record<string, string | number>>) => string

/** What fills in texts that come with the pages which show them; each asks the one before for what it lacks. */
export const late: { fill: Fill } = { fill: (_language, key) => key }

export function addLate(make: (before: Fill) => Fill): void {
  late.fill = make(late.fill)
}
