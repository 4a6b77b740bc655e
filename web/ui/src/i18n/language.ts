import { createContext, useContext, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { tellLook } from '../browser/look-cookie.ts'
import { checkNetwork } from '../browser/network.ts'
import { stored } from '../browser/storage.ts'

export type Language = 'th' | 'en'
type Load = (language: Language) => Promise<void>

const chosen = stored('talad.language', z.enum(['th', 'en']), () => window.localStorage)
const listeners = new Set<() => void>()
/** Brings the texts of a language, one for each catalogue of the page. */
const loaders: Load[] = []
/** Those that came after the language did, and wait for it. */
const late = new Set<Load>()
let shown: Language = 'th'
let starting: Promise<void> | undefined

/** Has a catalogue come with every language that is brought to the page. Called while the app's modules are loaded. */
export function comesWithLanguage(load: Load): void {
  loaders.push(load)
  if (shown !== 'th') late.add(load)
}

/** Brings the texts of catalogues which themselves came after the language of the page. */
export async function loadLateTexts(): Promise<void> {
  const load = async (texts: Load) => {
    await texts(shown)
    late.delete(texts)
  }
  await Promise.all([...late].map(load))
}

/** Brings a language to the page. Thai is there from the start. */
export async function loadLanguage(language: Language): Promise<void> {
  await Promise.all(loaders.map((load) => load(language)))
}

/** WB-17: Thai unless the person chose otherwise; English is loaded when it is wanted. */
export function startLanguage(): Promise<void> {
  const wanted = chosen.read()
  if (wanted) tellLook('talad.language', wanted)
  starting = show(wanted ?? 'th').then(() => {})
  return starting
}

/** What was chosen, where a site has it; else the first of the site's. */
export async function speakAsSite(languages: readonly Language[]): Promise<void> {
  const wanted = chosen.read()
  const [first = 'th'] = languages
  const language = wanted !== undefined && languages.includes(wanted) ? wanted : first
  if (language !== shown) await show(language)
}

/** Resolves when the page has the language that it starts with: what is said before would be in another. */
export async function languageThere(): Promise<void> {
  await starting
}

/** Shows the page in a language; as long as its texts can't be fetched, the one before stays. @returns whether they were */
async function show(language: Language): Promise<boolean> {
  try {
    await loadLanguage(language)
  } catch {
    void checkNetwork()
    return false
  }
  shown = language
  document.documentElement.lang = language
  for (const listener of listeners) listener()
  return true
}

/** The person chooses a language. */
export async function changeLanguage(language: Language): Promise<void> {
  if (!(await show(language))) return
  chosen.write(language)
  tellLook('talad.language', language)
}

/** The language on the screen. */
export function currentLanguage(): Language {
  return shown
}

/** Another language than the page's for a part of it. */
export const PartLanguage = createContext<Language | undefined>(undefined)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language on the screen, for components: one that asks is drawn again when it changes. */
export function useLanguage(): Language {
  const page = useSyncExternalStore(subscribe, currentLanguage, currentLanguage)
  return useContext(PartLanguage) ?? page
}
