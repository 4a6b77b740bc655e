import { FetchError, ResponseError } from '@talad/proto/http/client'
import type { ProblemTexts } from '@talad/proto/http/problem-texts-common'
import { currentLanguage, type Language } from './language.ts'
import { keepPhrases } from './phrases.ts'

const failedToFetch = { en: 'Fail to fetch', th: 'เชื่อมต่อไม่ได้ กรุณาตรวจสอบอินเทอร์เน็ต' }
const unknownError = { en: 'Unknown error', th: 'เกิดข้อผิดพลาด กรุณาลองอีกครั้ง' }

type Values = Readonly<Record<string, unknown>>

/** M§8: error text is shown with a capital first letter. */
export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function inWords(text: Readonly<Record<Language, string>>, values: Values = {}): string {
  const language = currentLanguage()
  const filled = text[language].replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = values[name]
    return value === undefined ? all : String(value)
  })
  return language === 'th' ? keepPhrases(filled) : capitalised(filled)
}

/**
 * Refusals in the reader's language (WB-17).
 * @param texts what each code says; `{name}` is filled in from the details of the refusal
 * @param usual what is filled in where a refusal has no such detail
 */
export function makeMessages(texts: () => ProblemTexts, usual: Values = {}) {
  /** The text of a code; undefined for codes which are not in the catalogue (WB-3). */
  function textOfCode(code: string, values?: Values): string | undefined {
    const known = texts()
    const text = Object.hasOwn(known, code) ? known[code] : undefined
    return text && inWords(text, values)
  }

  /** What an error means. Unknown codes show the server's own text (GW-8). */
  function messageOf(error: unknown): string {
    if (error instanceof FetchError) return inWords(failedToFetch)
    if (!(error instanceof ResponseError)) return inWords(unknownError)
    const known = textOfCode(error.code, { ...usual, ...error.problem?.details })
    return known ?? (error.problem ? capitalised(error.message) : inWords(unknownError))
  }

  return { textOfCode, messageOf }
}
