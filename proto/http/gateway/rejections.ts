import { type RejectionTable, row } from '../rejection-row.ts'
import { commonRejections, sharedRejections } from '../rejections.ts'

/** Every "no" of the gateway itself; the services' own pass through unchanged. */
export const rejections = {
  ...commonRejections,
  FOREIGN_ORIGIN: row(403, 'ID-10', 'this page may not use your sign-in', 'หน้าเว็บนี้ใช้การเข้าสู่ระบบของคุณไม่ได้'),
  GATEWAY_TIMEOUT: row(504, 'GW-9', 'this took too long, please try again', 'ใช้เวลานานเกินไป กรุณาลองอีกครั้ง'),
  HOST_TAKEN: row(409, 'GW-4', 'another site has this host', 'มีเว็บไซต์อื่นใช้โฮสต์นี้อยู่แล้ว'),
  NOTHING_TO_PUBLISH: row(409, 'GW-32', 'there is no draft to publish', 'ไม่มีฉบับร่างให้เผยแพร่'),
  NOT_AHEAD: row(400, 'GW-32', 'this time has passed', 'เวลานี้ผ่านไปแล้ว'),
  PRIMARY_HOST: row(
    400,
    'GW-6',
    'one host of each app, and no more, is where links lead',
    'ต้องมีโฮสต์หลักหนึ่งโฮสต์เท่านั้นสำหรับแต่ละแอป',
  ),
  REVISION_NOT_FOUND: row(404, 'AW-13', 'this is no longer kept', 'ไม่มีฉบับนี้เก็บไว้แล้ว'),
  SITE_NOT_FOUND: row(404, 'GW-7', 'there is no such site', 'ไม่พบเว็บไซต์นี้'),
  NOT_PUBLISHED: row(404, 'GW-7', 'this was not published yet', 'ยังไม่ได้เผยแพร่'),
  SLUG_RESERVED: row(400, 'GW-4', 'this name is used for something else', 'ชื่อนี้สงวนไว้ใช้งานอื่น'),
  SLUG_TAKEN: { ...sharedRejections.SLUG_TAKEN, rule: 'GW-4' },
  SERVICE_BUSY: row(
    503,
    'GW-9',
    'too many people at once, please try again in a moment',
    'มีผู้ใช้งานมากในขณะนี้ กรุณาลองอีกครั้งในอีกสักครู่',
    2,
  ),
  TOO_MANY_CONNECTIONS: row(429, 'GW-24', 'too many open pages', 'เปิดหน้าเว็บนี้ไว้มากเกินไป', 30),
} satisfies RejectionTable
