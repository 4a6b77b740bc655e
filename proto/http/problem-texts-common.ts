/** What a refusal says to people, by language; `{name}` is filled in from the details of the refusal. */
export type ProblemText = Readonly<Record<'en' | 'th', string>>
export type ProblemTexts = Readonly<Record<string, ProblemText>>

/** What the refusals say that every app meets, by their codes: of the platform, and of signing in. */
export const commonProblemTexts: ProblemTexts = {
  auth_error: { en: 'Session expired, please sign in again', th: 'หมดเวลาใช้งานแล้ว กรุณาเข้าสู่ระบบอีกครั้ง' },
  bad_cursor: {
    en: 'this place in the list is not known, please begin the list again',
    th: 'ไม่รู้จักตำแหน่งนี้ในรายการ กรุณาเริ่มดูรายการใหม่',
  },
  forbidden: { en: 'you may not see or do this', th: 'คุณไม่มีสิทธิ์ดูหรือทำรายการนี้' },
  foreign_origin: {
    en: 'this page may not use your sign-in',
    th: 'หน้าเว็บนี้ใช้การเข้าสู่ระบบของคุณไม่ได้',
  },
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
  headers_too_large: { en: 'the headers are too large', th: 'ส่วนหัวของคำขอมีขนาดใหญ่เกินไป' },
  method_not_allowed: { en: 'this address takes other methods', th: 'ที่อยู่นี้ใช้วิธีเรียกแบบอื่น' },
  not_found: { en: 'No data found', th: 'ไม่พบข้อมูล' },
  payload_too_large: { en: 'this is too large to send', th: 'ข้อมูลที่ส่งมีขนาดใหญ่เกินไป' },
  rate_limited: { en: 'too many requests, please wait a moment', th: 'คำขอถี่เกินไป กรุณารอสักครู่' },
  request_in_progress: {
    en: 'this is being worked on already, please wait a moment',
    th: 'กำลังทำรายการนี้อยู่ กรุณารอสักครู่',
  },
  request_timeout: { en: 'the request came too slowly', th: 'คำขอมาช้าเกินไป กรุณาลองอีกครั้ง' },
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
  unsupported_media_type: { en: 'send JSON', th: 'กรุณาส่งข้อมูลเป็น JSON' },
  validation: { en: 'some of the values are not valid', th: 'ข้อมูลบางส่วนไม่ถูกต้อง' },
}
