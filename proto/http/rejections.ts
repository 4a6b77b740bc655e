import { type RejectionTable, row } from './rejection-row.ts'

/** Rejections that any service can answer with, beside its own. */
export const commonRejections = {
  VALIDATION: row(
    400,
    'GW-9',
    'some of the values are not valid[: {field}][, {reason}]',
    'ข้อมูลบางส่วนไม่ถูกต้อง[ ({field})]',
  ),
  REQUIRED_PARAMETER: row(
    400,
    'GW-9',
    'a required value is missing[: {field}]',
    'ข้อมูลที่จำเป็นขาดหายไป[ ({field})]',
  ),
  BAD_CURSOR: row(
    400,
    'GW-21',
    'this place in the list is not known, please begin the list again',
    'ไม่รู้จักตำแหน่งนี้ในรายการ กรุณาเริ่มดูรายการใหม่',
  ),
  UNAUTHORIZED: row(401, 'GW-9', 'Unauthorized', 'กรุณาเข้าสู่ระบบ'),
  TOKEN_EXPIRED: row(
    401,
    'GW-9',
    'Session expired, please sign in again',
    'หมดเวลาใช้งานแล้ว กรุณาเข้าสู่ระบบอีกครั้ง',
  ),
  SESSION_EXPIRED: row(
    401,
    'ID-11',
    'Session expired, please sign in again',
    'หมดเวลาใช้งานแล้ว กรุณาเข้าสู่ระบบอีกครั้ง',
  ),
  INVALID_JOIN_SESSION: row(401, 'ID-3', 'invalid join session', 'การเชื่อมกับ Join หมดอายุ กรุณาเข้าสู่ระบบอีกครั้ง'),
  KYC_NOT_ELIGIBLE: row(403, 'M§5', 'kyc level not eligible', 'ระดับการยืนยันตัวตนยังไม่ถึงเกณฑ์'),
  PERMISSION_REQUIRED: row(
    403,
    'MO-38',
    'you need the permission {permission} for this',
    'คุณต้องมีสิทธิ์ {permission} จึงจะทำรายการนี้ได้',
  ),
  TEST_KEY: row(
    403,
    'CA-6',
    'a test key changes nothing, and this call can not be tried with one',
    'คีย์ทดสอบเปลี่ยนแปลงข้อมูลไม่ได้ และรายการนี้ทดลองด้วยคีย์ทดสอบไม่ได้',
  ),
  REAUTH_REQUIRED: row(
    401,
    'ID-29',
    'please sign in again to confirm that it is you',
    'กรุณาเข้าสู่ระบบอีกครั้งเพื่อยืนยันตัวตน',
  ),
  NOT_FOUND: row(404, 'GW-9', 'No data found', 'ไม่พบข้อมูล'),
  METHOD_NOT_ALLOWED: row(405, 'GW-9', 'this address takes other methods', 'ที่อยู่นี้ใช้วิธีเรียกแบบอื่น'),
  REQUEST_TIMEOUT: row(408, 'GW-9', 'the request came too slowly', 'คำขอมาช้าเกินไป กรุณาลองอีกครั้ง'),
  PAYLOAD_TOO_LARGE: row(413, 'GW-9', 'this is too large to send', 'ข้อมูลที่ส่งมีขนาดใหญ่เกินไป'),
  UNSUPPORTED_MEDIA_TYPE: row(415, 'GW-9', 'send JSON', 'กรุณาส่งข้อมูลเป็น JSON'),
  HEADERS_TOO_LARGE: row(431, 'GW-9', 'the headers are too large', 'ส่วนหัวของคำขอมีขนาดใหญ่เกินไป'),
  VERSION_CONFLICT: row(
    409,
    'AW-4',
    'somebody else has changed this meanwhile',
    'มีผู้อื่นแก้ไขรายการนี้ไปแล้ว กรุณาตรวจสอบข้อมูลล่าสุด',
  ),
  IDEMPOTENCY_MISMATCH: row(
    409,
    'GW-10',
    'this request was sent before with other content',
    'คำขอนี้เคยส่งมาแล้วด้วยข้อมูลอื่น',
  ),
  REQUEST_IN_PROGRESS: row(
    409,
    'GW-10',
    'this is being worked on already, please wait a moment',
    'กำลังทำรายการนี้อยู่ กรุณารอสักครู่',
    1,
  ),
  RATE_LIMITED: row(429, 'GW-24', 'too many requests, please wait a moment', 'คำขอถี่เกินไป กรุณารอสักครู่'),
  UNAVAILABLE: row(
    503,
    'GW-9',
    'temporarily unavailable, please try again',
    'ระบบไม่พร้อมชั่วคราว กรุณาลองอีกครั้ง',
    2,
  ),
  INTERNAL: row(500, 'GW-8', 'something went wrong, please try again', 'เกิดข้อผิดพลาด กรุณาลองอีกครั้ง'),
} satisfies RejectionTable

/** Rejections that several services answer with; where one follows another rule it says so in its own table. */
export const sharedRejections = {
  ASSESSMENT_REQUIRED: row(403, 'OB-36', 'please pass the short assessment first', 'ต้องผ่านแบบทดสอบสั้น ๆ ก่อน'),
  ASSET_NOT_FOUND: row(404, 'MO-17', 'asset not found', 'ไม่พบของสะสมชิ้นนี้'),
  ASSET_SUSPENDED: row(403, 'GW-7', 'asset is suspended', 'ของสะสมชิ้นนี้ถูกระงับการซื้อขาย'),
  INVALID_AMOUNT: row(
    400,
    'LG-4',
    'Amount must be greater than 0, and less than or equal to the remaining amount',
    'จำนวนต้องมากกว่า 0 และไม่เกินที่เหลืออยู่',
  ),
  INVALID_JOIN_SIGNER: row(403, 'ID-21', 'invalid join signer', 'กระเป๋า Join นี้ไม่ใช่กระเป๋าที่เซ็นรายการนี้'),
  INVALID_ORDER: row(400, 'OB-8', 'invalid order', 'รายการขายไม่ถูกต้อง'),
  INVALID_ORDER_TYPE: row(400, 'OB-7', 'invalid order type', 'ประเภทรายการไม่ถูกต้อง'),
  INVALID_RECIPIENT: row(400, 'M§5', 'Invalid Address', 'ที่อยู่ผู้รับไม่ถูกต้อง'),
  NOT_YOUR_ASSET: row(
    403,
    'ID-39',
    'only who holds it can use its picture',
    'ใช้รูปได้เฉพาะของสะสมที่อยู่ในกระเป๋าของคุณ',
  ),
  ORDER_NOT_FOUND: row(404, 'GW-9', 'order not found', 'ไม่พบรายการขาย'),
  OWN_ORDER: row(409, 'OB-43', 'this is your own order', 'นี่คือรายการขายของคุณเอง'),
  PICTURE_REFUSED: row(400, 'AI-20', 'this is no picture that can be used', 'ไฟล์นี้ใช้เป็นรูปภาพไม่ได้'),
  RECIPIENT_REQUIRED: row(400, 'M§5', 'recipient address required', 'กรุณาระบุกระเป๋าผู้รับ'),
  CUSTOMER_NOT_FOUND: row(404, 'OB-7', 'nobody with this customer id is known', 'ไม่พบลูกค้ารายนี้'),
  SLUG_TAKEN: row(409, 'AI-26', 'this slug is taken', 'มีผู้ใช้ชื่อย่อนี้แล้ว'),
} satisfies RejectionTable
