import i18next, { type ParseKeys } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { z } from 'zod'
import { stored } from '../lib/storage.ts'
import { th } from './th.ts'

export type Language = 'th' | 'en'
/** A key of the catalogues; `th.ts` is where they are declared. */
export type TextKey = ParseKeys

const chosen = stored('talad.language', z.enum(['th', 'en']), () => window.localStorage)

async function load(language: Language) {
  if (language === 'th' || i18next.hasResourceBundle('en', 'translation')) return
  const { en } = await import('./en.ts')
  i18next.addResourceBundle('en', 'translation', en)
}

/** WB-17: Thai unless the person chose otherwise; English is loaded when it is wanted. */
export async function startLanguage(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'th',
    resources: { th: { translation: th } },
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
  })
  await changeLanguage(chosen.read() ?? 'th')
}

export async function changeLanguage(language: Language): Promise<void> {
  await load(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  chosen.write(language)
}

/** The language on the screen. */
export function currentLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'th'
}

/** A text outside components. */
export function text(key: TextKey): string {
  return i18next.t(key)
}

export function useText() {
  const { t, i18n } = useTranslation()
  const language: Language = i18n.language === 'en' ? 'en' : 'th'
  return { t, language }
}
