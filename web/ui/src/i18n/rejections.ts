import { FetchError, ResponseError } from '@talad/proto/http/client'
import { inWords, type RejectionTable } from '@talad/proto/http/rejection-row'
import { currentLanguage, type Language } from './language.ts'
import { keepPhrases } from './phrases.ts'

const failedToFetch = { en: 'Fail to fetch', th: 'เชื่อมต่อไม่ได้ กรุณาตรวจสอบอินเทอร์เน็ต' }
const unknownError = { en: 'Unknown error', th: 'เกิดข้อผิดพลาด กรุณาลองอีกครั้ง' }

/** M§8: error text is shown with a capital first letter. */
export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function shown(texts: Readonly<Record<Language, string>>, about?: Parameters<typeof inWords>[1]): string {
  const language = currentLanguage()
  const text = inWords(texts[language], about)
  return language === 'th' ? keepPhrases(text) : capitalised(text)
}

/** Refusals in the reader's language (WB-17), by the rows that the API answers with. */
export function makeMessages(rows: () => RejectionTable) {
  /** The text of a code; undefined for codes which have no row here (WB-3). */
  function textOfCode(code: string, about?: Parameters<typeof inWords>[1]): string | undefined {
    const known = rows()
    const key = code.toUpperCase()
    const row = Object.hasOwn(known, key) ? known[key] : undefined
    return row && shown(row, about)
  }

  /** What an error means. Unknown codes show the server's own text (GW-8). */
  function messageOf(error: unknown): string {
    if (error instanceof FetchError) return shown(failedToFetch)
    if (!(error instanceof ResponseError)) return shown(unknownError)
    const known = textOfCode(error.code, error.problem)
    return known ?? (error.problem ? capitalised(error.message) : shown(unknownError))
  }

  return { textOfCode, messageOf }
}
