import { FetchError, ResponseError } from '@talad/proto/http/client'
import { currentLanguage, type Language } from './language.ts'
import { keepPhrases } from './phrases.ts'

export type RejectionTexts = Readonly<Record<string, Readonly<Record<Language, string>>>>

/** What the refusals say that every app meets, by their codes: of the platform, and of signing in. */
export const commonRejections: RejectionTexts = {
  auth_error: { en: 'Session expired, please sign in again', th: 'หมดเวลาใช้งานแล้ว กรุณาเข้าสู่ระบบอีกครั้ง' },
  bad_cursor: { en: 'No data found', th: 'ไม่พบข้อมูล' },
  forbidden: { en: 'you may not see or do this', th: 'คุณไม่มีสิทธิ์ดูหรือทำรายการนี้' },
  gateway_timeout: { en: 'this took too long, please try again', th: 'ใช้เวลานานเกินไป กรุณาลองอีกครั้ง' },
  idempotency_mismatch: {
    en: 'this request was sent before with other content',
    th: 'คำขอนี้เคยส่งมาแล้วด้วยข้อมูลอื่น',
  },
  internal: { en: 'something went wrong, please try again', th: 'เกิดข้อผิดพลาด กรุณาลองอีกครั้ง' },
  invalid_redirect_url: {
    en: 'redirectUrl must be an address of one of our sites',
    th: 'ที่อยู่สำหรับกลับมาไม่ใช่เว็บไซต์ของเรา',
  },
  not_found: { en: 'No data found', th: 'ไม่พบข้อมูล' },
  payload_too_large: { en: 'this is too large to send', th: 'ข้อมูลที่ส่งมีขนาดใหญ่เกินไป' },
  rate_limited: { en: 'too many requests, please wait a moment', th: 'คำขอถี่เกินไป กรุณารอสักครู่' },
  request_in_progress: {
    en: 'this is being worked on already, please wait a moment',
    th: 'กำลังทำรายการนี้อยู่ กรุณารอสักครู่',
  },
  required_parameter: { en: 'a required value is missing', th: 'ข้อมูลที่จำเป็นขาดหายไป' },
  service_busy: {
    en: 'too many people at once, please try again in a moment',
    th: 'มีผู้ใช้งานมากในขณะนี้ กรุณาลองอีกครั้งในอีกสักครู่',
  },
  session_expired: { en: 'Session expired, please sign in again', th: 'หมดเวลาใช้งานแล้ว กรุณาเข้าสู่ระบบอีกครั้ง' },
  session_used: { en: 'this sign-in was finished before', th: 'การเข้าสู่ระบบครั้งนี้เสร็จไปแล้ว กรุณาเริ่มใหม่' },
  token_expired: { en: 'Session expired, please sign in again', th: 'หมดเวลาใช้งานแล้ว กรุณาเข้าสู่ระบบอีกครั้ง' },
  too_many_connections: { en: 'too many open pages', th: 'เปิดหน้าเว็บนี้ไว้มากเกินไป' },
  unauthorized: { en: 'Unauthorized', th: 'กรุณาเข้าสู่ระบบ' },
  unavailable: { en: 'temporarily unavailable, please try again', th: 'ระบบไม่พร้อมชั่วคราว กรุณาลองอีกครั้ง' },
  validation: { en: 'some of the values are not valid', th: 'ข้อมูลบางส่วนไม่ถูกต้อง' },
}

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
export function makeMessages(texts: RejectionTexts, usual: Values = {}) {
  /** The text of a code; undefined for codes which are not in the catalogue (WB-3). */
  function textOfCode(code: string, values?: Values): string | undefined {
    const text = Object.hasOwn(texts, code) ? texts[code] : undefined
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
