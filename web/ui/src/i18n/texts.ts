import { comesWithLanguage, currentLanguage, type Language, useLanguage } from './language.ts'

/** `{{count}}`, or the form of a word by a count: `{{count|item|items}}`. */
const HOLE = /\{\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}\}/g

type Values = Readonly<Record<string, string | number>>
type Texts<Key extends string> = Readonly<Record<Key, string>>
type Fill<Key extends string> = (language: Language, key: Key, values: Values) => string

/**
 * The texts of an app, or of a library, by their keys; `{{name}}` in a text is filled in.
 * @param catalogue the Thai texts, which declare the keys, and the English ones, or how to fetch them when
 * they are wanted
 * @param besides the texts of another catalogue, which are had by the same functions
 */
export function makeTexts<Key extends string, Other extends string = never>(
  catalogue: { th: Texts<Key>; en: Texts<Key> | (() => Promise<Texts<Key>>) },
  besides?: Fill<Other>,
) {
  const { th, en } = catalogue
  const texts: Record<Language, Texts<Key> | undefined> = {
    th,
    en: typeof en === 'function' ? undefined : en,
  }
  comesWithLanguage(async (language) => {
    if (language === 'en' && typeof en === 'function') texts.en ??= await en()
  })

  const isOwn = (key: Key | Other): key is Key => Object.hasOwn(th, key)

  /** What is filled in is text: React escapes it. */
  function fill(language: Language, key: Key | Other, values: Values): string {
    if (!isOwn(key)) return besides?.(language, key, values) ?? key
    const found = (texts[language] ?? th)[key]
    return found.replace(HOLE, (hole, name: string, one?: string, more?: string) => {
      if (one !== undefined) return String(String(values[name]) === '1' ? one : more)
      return String(values[name] ?? hole)
    })
  }
  const inThai = (key: Key | Other, values: Values = {}) => fill('th', key, values)
  const inEnglish = (key: Key | Other, values: Values = {}) => fill('en', key, values)

  return {
    /** A text in a language, for a catalogue that stands beside this one. */
    fill,
    /** A text outside components. */
    text: (key: Key | Other, values: Values = {}) => fill(currentLanguage(), key, values),
    /** The texts of the language on the screen. */
    useText() {
      const language = useLanguage()
      return { t: language === 'th' ? inThai : inEnglish, language }
    },
  }
}
