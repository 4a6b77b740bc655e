import { type RejectionTable, row } from '../rejection-row.ts'
import { commonRejections } from '../rejections.ts'

/** Every "no" of the gateway itself; the services' own pass through unchanged. */
export const rejections = {
  ...commonRejections,
  FOREIGN_ORIGIN: row(403, 'ID-10', 'this page may not use your sign-in', 'หน้าเว็บนี้ใช้การเข้าสู่ระบบของคุณไม่ได้'),
  GATEWAY_TIMEOUT: row(504, 'GW-9', 'this took too long, please try again', 'ใช้เวลานานเกินไป กรุณาลองอีกครั้ง'),
  SERVICE_BUSY: row(
    503,
    'GW-9',
    'too many people at once, please try again in a moment',
    'มีผู้ใช้งานมากในขณะนี้ กรุณาลองอีกครั้งในอีกสักครู่',
    2,
  ),
  TOO_MANY_CONNECTIONS: row(429, 'GW-24', 'too many open pages', 'เปิดหน้าเว็บนี้ไว้มากเกินไป', 30),
} satisfies RejectionTable
