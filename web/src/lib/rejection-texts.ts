import { FetchError, ResponseError } from '@talad/proto/http/client'
import { currentLanguage } from '../i18n/index.ts'

type Text = { en: string; th: string }

/** What each refusal says, by its code (WB-17). English as in the catalogue (M§8), Thai as people speak. */
export const rejectionTexts: Readonly<Record<string, Text>> = {
  asset_not_found: { en: 'asset not found', th: 'ไม่พบของสะสมชิ้นนี้' },
  asset_not_tradable: { en: 'asset is not tradable', th: 'ของสะสมชิ้นนี้ยังซื้อขายไม่ได้' },
  asset_suspended: { en: 'asset is suspended', th: 'ของสะสมชิ้นนี้ถูกระงับการซื้อขาย' },
  auth_error: { en: 'Session expired, please sign in again', th: 'หมดเวลาใช้งานแล้ว กรุณาเข้าสู่ระบบอีกครั้ง' },
  bad_checksum: { en: 'Failed to pay', th: 'ชำระเงินไม่สำเร็จ' },
  bad_cursor: { en: 'No data found', th: 'ไม่พบข้อมูล' },
  cancel_refused: { en: 'Fail to request cancel', th: 'ยกเลิกไม่สำเร็จ เพราะรายการนี้จบไปแล้วหรือกำลังส่งมอบ' },
  collection_suspended: { en: 'collection is suspended', th: 'คอลเลกชันนี้ถูกระงับ' },
  decimals_not_found: { en: 'decimals not found', th: 'ไม่รู้จักทศนิยมของเหรียญนี้' },
  failed_to_cancel: { en: 'Failed to cancel', th: 'ยกเลิกไม่สำเร็จ กรุณาลองอีกครั้ง' },
  failed_to_pay: { en: 'Failed to pay', th: 'ชำระเงินไม่สำเร็จ ยังไม่มีการตัดเงิน' },
  hash_mismatch: { en: 'invalid order', th: 'รายการขายไม่ถูกต้อง' },
  idempotency_mismatch: {
    en: 'this request was sent before with other content',
    th: 'คำขอนี้เคยส่งมาแล้วด้วยข้อมูลอื่น',
  },
  insufficient_nft: { en: 'NFT not held in this amount', th: 'คุณมีของชิ้นนี้ไม่ครบตามจำนวน' },
  internal: { en: 'something went wrong, please try again', th: 'เกิดข้อผิดพลาด กรุณาลองอีกครั้ง' },
  invalid_address: { en: 'Invalid Ethereum address format', th: 'ที่อยู่กระเป๋าไม่ถูกต้อง' },
  invalid_amount: {
    en: 'Amount must be less than or equal to the remaining amount',
    th: 'จำนวนต้องมากกว่า 0 และไม่เกินที่เหลืออยู่',
  },
  invalid_counter: { en: 'invalid order', th: 'กระเป๋านี้ยกเลิกรายการเดิมทั้งหมดแล้ว กรุณาลงขายใหม่' },
  invalid_distribution: { en: 'invalid order', th: 'ส่วนแบ่งของรายการขายไม่ถูกต้อง' },
  invalid_duration: { en: 'invalid order duration', th: 'ระยะเวลาลงขายไม่ถูกต้อง' },
  invalid_join_session: { en: 'invalid join session', th: 'การเชื่อมกับ Join หมดอายุ กรุณาเข้าสู่ระบบอีกครั้ง' },
  invalid_join_signer: { en: 'invalid join signer', th: 'กระเป๋า Join นี้ไม่ใช่กระเป๋าที่เซ็นรายการนี้' },
  invalid_offerer: { en: 'Switch wallet to sell', th: 'เปลี่ยนไปใช้กระเป๋าที่ถือของชิ้นนี้เพื่อขาย' },
  invalid_order: { en: 'invalid order', th: 'รายการขายไม่ถูกต้อง' },
  invalid_order_type: { en: 'invalid order type', th: 'ประเภทรายการไม่ถูกต้อง' },
  invalid_parameters: { en: 'invalid order', th: 'รายการขายไม่ถูกต้อง' },
  invalid_phone: { en: 'Invalid phone format', th: 'รูปแบบเบอร์โทรศัพท์ไม่ถูกต้อง' },
  invalid_recipient: { en: 'Invalid Address', th: 'ที่อยู่ผู้รับไม่ถูกต้อง' },
  invalid_redirect_url: {
    en: 'redirectUrl must be an address of one of our sites',
    th: 'ที่อยู่สำหรับกลับมาไม่ใช่เว็บไซต์ของเรา',
  },
  invalid_signature: { en: 'invalid signature', th: 'ลายเซ็นไม่ถูกต้อง กรุณาเซ็นอีกครั้ง' },
  kyc_not_eligible: { en: 'kyc level not eligible', th: 'ระดับการยืนยันตัวตนยังไม่ถึงเกณฑ์' },
  missing_payment_credentials: {
    en: 'Missing payment merchant ID / API key',
    th: 'ระบบชำระเงินยังไม่พร้อม กรุณาติดต่อเรา',
  },
  nft_not_approved: { en: 'NFT not approved', th: 'ยังไม่ได้อนุญาตให้ตลาดส่งมอบของชิ้นนี้' },
  nonce_expired: { en: 'Unable to sign message', th: 'ข้อความที่ต้องเซ็นหมดอายุแล้ว กรุณาลองอีกครั้ง' },
  not_found: { en: 'No data found', th: 'ไม่พบข้อมูล' },
  not_shippable_order: { en: 'not shippable order', th: 'รายการนี้ซื้อด้วยเงินบาทไม่ได้' },
  not_signable: { en: 'Unable to sign message', th: 'เซ็นข้อความนี้ไม่ได้' },
  not_the_buyer: { en: 'Shipping is not payable', th: 'เฉพาะผู้ซื้อเท่านั้นที่ทำรายการนี้ได้' },
  not_your_order: { en: 'forbidden', th: 'รายการนี้ไม่ใช่ของคุณ' },
  order_busy: { en: 'someone else is buying this right now', th: 'มีผู้อื่นกำลังซื้อรายการนี้อยู่ กรุณาลองใหม่ภายหลัง' },
  order_ended_on_chain: { en: 'invalid order', th: 'รายการนี้จบไปแล้วบนเชน' },
  order_not_found: { en: 'order not found', th: 'ไม่พบรายการขาย' },
  order_not_open: { en: 'invalid order', th: 'รายการขายนี้ปิดแล้ว' },
  own_order: { en: 'this is your own order', th: 'นี่คือรายการขายของคุณเอง' },
  price_not_divisible: { en: 'price must divide by the amount', th: 'ราคารวมต้องหารด้วยจำนวนชิ้นลงตัว' },
  price_not_found: { en: 'price not found', th: 'ยังไม่ได้ระบุราคา' },
  price_too_high: { en: 'Price must be less than {max}', th: 'ราคาสูงเกินไป ต้องไม่เกิน {max} บาท' },
  price_too_low: {
    en: 'price too low, must be at least {min} THB to list',
    th: 'ราคาต่ำเกินไป ต้องไม่ต่ำกว่า {min} บาท',
  },
  profile_read_too_soon: {
    en: 'the profile was read less than a minute ago',
    th: 'เพิ่งอ่านข้อมูลไปเมื่อครู่ กรุณารอสักครู่',
  },
  rate_limited: { en: 'too many requests, please wait a moment', th: 'คำขอถี่เกินไป กรุณารอสักครู่' },
  recipient_required: { en: 'recipient address required', th: 'กรุณาระบุกระเป๋าผู้รับ' },
  request_in_progress: {
    en: 'this is being worked on already, please wait a moment',
    th: 'กำลังทำรายการนี้อยู่ กรุณารอสักครู่',
  },
  required_parameter: { en: 'a required value is missing', th: 'ข้อมูลที่จำเป็นขาดหายไป' },
  session_expired: { en: 'Session expired, please sign in again', th: 'หมดเวลาใช้งานแล้ว กรุณาเข้าสู่ระบบอีกครั้ง' },
  session_used: { en: 'this sign-in was finished before', th: 'การเข้าสู่ระบบครั้งนี้เสร็จไปแล้ว กรุณาเริ่มใหม่' },
  shipping_not_found: { en: 'No data found', th: 'ไม่พบรายการสั่งซื้อ' },
  shipping_not_payable: { en: 'Shipping is not payable', th: 'รายการนี้ชำระเงินไม่ได้แล้ว' },
  shipping_not_ready: { en: 'Shipping not ready to pay', th: 'รายการนี้ยังไม่พร้อมให้ชำระเงิน กรุณารอสักครู่' },
  signature_required: { en: 'order signature is required', th: 'ต้องเซ็นยืนยันรายการขายก่อน' },
  token_expired: { en: 'Session expired, please sign in again', th: 'หมดเวลาใช้งานแล้ว กรุณาเข้าสู่ระบบอีกครั้ง' },
  too_many_connections: { en: 'too many open pages', th: 'เปิดหน้าเว็บนี้ไว้มากเกินไป' },
  token_not_found: { en: 'token not found', th: 'ไม่รู้จักเหรียญนี้' },
  too_many_decimals: { en: 'price has too many decimals', th: 'ราคามีทศนิยมได้ไม่เกินสองตำแหน่ง' },
  order_ended: {
    en: 'this listing has ended; look at the page again',
    th: 'รายการขายนี้สิ้นสุดไปแล้ว กรุณาดูหน้านี้อีกครั้ง',
  },
  too_many_favourites: {
    en: 'you have 500 favourites; take one away first',
    th: 'คุณถูกใจครบ 500 รายการแล้ว เอาบางรายการออกก่อน',
  },
  too_many_orders: { en: 'too many open orders', th: 'คุณมีรายการขายเปิดอยู่เต็มจำนวนแล้ว' },
  too_many_orders_for_asset: {
    en: 'too many open orders for this asset',
    th: 'ของชิ้นนี้มีรายการขายของคุณเต็มจำนวนแล้ว',
  },
  too_many_shippings: { en: 'too many open purchases', th: 'คุณมีรายการสั่งซื้อที่ยังไม่เสร็จเต็มจำนวนแล้ว' },
  unable_to_sign: { en: 'Unable to sign message', th: 'เซ็นไม่สำเร็จ กรุณาลองอีกครั้ง' },
  unauthorized: { en: 'Unauthorized', th: 'กรุณาเข้าสู่ระบบ' },
  unavailable: { en: 'temporarily unavailable, please try again', th: 'ระบบไม่พร้อมชั่วคราว กรุณาลองอีกครั้ง' },
  unknown_price_rule: { en: 'unknown price rule', th: 'ยังไม่มีเกณฑ์ราคาสำหรับเหรียญนี้' },
  unsupported_contract_type: { en: 'Unsupported contract type', th: 'ยังไม่รองรับสัญญาประเภทนี้' },
  unsupported_shipping_unit: { en: 'Unsupported shipping unit', th: 'ยังไม่รองรับหน่วยเงินนี้' },
  validation: { en: 'some of the values are not valid', th: 'ข้อมูลบางส่วนไม่ถูกต้อง' },
}

const failedToFetch: Text = { en: 'Fail to fetch', th: 'เชื่อมต่อไม่ได้ กรุณาตรวจสอบอินเทอร์เน็ต' }
const unknownError: Text = { en: 'Unknown error', th: 'เกิดข้อผิดพลาด กรุณาลองอีกครั้ง' }

/** M§8: error text is shown with a capital first letter. */
export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function inWords(text: Text, values: Readonly<Record<string, unknown>> = {}): string {
  const filled = text[currentLanguage()].replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = values[name]
    return value === undefined ? all : String(value)
  })
  return capitalised(filled)
}

/** The text of a code; undefined for codes which are not in the catalogue (WB-3). */
export function textOfCode(code: string, values?: Readonly<Record<string, unknown>>): string | undefined {
  const text = Object.hasOwn(rejectionTexts, code) ? rejectionTexts[code] : undefined
  return text && inWords(text, values)
}

/** What an error means, in the reader's language. Unknown codes show the server's own text (GW-8). */
export function messageOf(error: unknown): string {
  if (error instanceof FetchError) return inWords(failedToFetch)
  if (!(error instanceof ResponseError)) return inWords(unknownError)
  const values = { min: '20', max: '1,999,999', ...error.problem?.details }
  return (
    textOfCode(error.code, values) ?? (error.problem ? capitalised(error.message) : inWords(unknownError))
  )
}
