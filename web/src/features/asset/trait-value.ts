import { inLanguage } from '@talad/proto/http/bilingual'
import { formatDay } from '@talad/ui/format/dates'

/** Below it a number counts seconds, as the standard says; some makers count milliseconds. */
const SECONDS_BELOW = 1e11

type Trait = { value: string; display_type: string | null }

/** The value of a trait as a person reads it: a date is a day. */
export function traitValue({ value, display_type: type }: Trait, language: 'th' | 'en'): string {
  if (type !== 'date' || !/^-?\d{1,13}$/.test(value)) return inLanguage(value, language)
  const time = Number(value)
  return formatDay(Math.abs(time) < SECONDS_BELOW ? time * 1_000 : time)
}
