import { createContext, useContext, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { tellLook } from '../lib/look-cookie.ts'
import { checkNetwork } from '../lib/network.ts'
import { stored } from '../lib/storage.ts'
import { type Catalogue, th } from './th.ts'

export type Language = 'th' | 'en'
/** A key of the catalogues; `th.ts` is where they are declared. */
export type TextKey = keyof Catalogue
type Values = Readonly<Record<string, string | number>>

const chosen = stored('talad.language', z.enum(['th', 'en']), () => window.localStorage)
const catalogues: Record<Language, Catalogue | undefined> = { th, en: undefined }
const listeners = new Set<() => void>()
let shown: Language = 'th'

/** Brings a language to the page. Thai is there from the start. */
export async function loadLanguage(language: Language): Promise<void> {
  if (catalogues[language]) return
  const { en } = await import('./en.ts')
  catalogues.en = en
}

/** WB-17: Thai unless the person chose otherwise; English is loaded when it is wanted. */
export async function startLanguage(): Promise<void> {
  await changeLanguage(chosen.read() ?? 'th')
}

/** Shows the site in a language; as long as its texts can't be fetched, the one before stays. */
export async function changeLanguage(language: Language): Promise<void> {
  try {
    await loadLanguage(language)
  } catch {
    void checkNetwork()
    return
  }
  shown = language
  document.documentElement.lang = language
  chosen.write(language)
  tellLook('talad.language', language)
  for (const listener of listeners) listener()
}

/** The language on the screen. */
export function currentLanguage(): Language {
  return shown
}

/** The text of a key with its `{{values}}` filled in. What is filled in is text: React escapes it. */
function fill(language: Language, key: TextKey, values: Values): string {
  const found = (catalogues[language] ?? th)[key]
  return found.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => String(values[name] ?? hole))
}

const inThai = (key: TextKey, values: Values = {}) => fill('th', key, values)
const inEnglish = (key: TextKey, values: Values = {}) => fill('en', key, values)

/** A text outside components. */
export function text(key: TextKey, values: Values = {}): string {
  return fill(shown, key, values)
}

/** Another language than the page's for a part of it. */
export const PartLanguage = createContext<Language | undefined>(undefined)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The texts of the language on the screen; a component that asks is drawn again when it changes. */
export function useText() {
  const page = useSyncExternalStore(subscribe, currentLanguage, currentLanguage)
  const language = useContext(PartLanguage) ?? page
  return { t: language === 'th' ? inThai : inEnglish, language }
}
