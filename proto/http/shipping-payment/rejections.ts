import { type RejectionTable, row } from '../rejection-row.ts'
import { sharedRejections } from '../rejections.ts'

/** What people in the shop may be answered by shipping and payment: the shop carries no other. */
export const shopRejections = {
  ORDER_NOT_FOUND: { ...sharedRejections.ORDER_NOT_FOUND, rule: 'SP-9' },
  RECIPIENT_REQUIRED: { ...sharedRejections.RECIPIENT_REQUIRED, rule: 'SP-9' },
  INVALID_RECIPIENT: { ...sharedRejections.INVALID_RECIPIENT, rule: 'SP-29' },
  RECIPIENT_FAILED: row(
    409,
    'SP-29',
    'a delivery of yours or to this address failed at a smart contract: choose the address of a wallet',
    'การส่งมอบของคุณหรือไปยังที่อยู่นี้เคยล้มเหลวที่สัญญาอัจฉริยะ กรุณาใช้ที่อยู่กระเป๋าเงินทั่วไป',
  ),
  NOT_SHIPPABLE_ORDER: row(409, 'SP-7', 'not shippable order', 'รายการนี้ซื้อด้วยเงินบาทไม่ได้'),
  NOT_CRYPTO_ORDER: row(409, 'SP-7', 'not crypto order', 'รายการนี้ซื้อด้วยคริปโตไม่ได้'),
  SHIPPING_NOT_PENDING: row(409, 'SP-28', 'this purchase is no longer open', 'รายการสั่งซื้อนี้ปิดไปแล้ว'),
  NOT_THE_COUNTERPARTY: row(
    403,
    'OB-7',
    'this was agreed with somebody else',
    'รายการนี้ตกลงขายให้คนอื่นโดยเฉพาะ',
  ),
  INVALID_ORDER_TYPE: { ...sharedRejections.INVALID_ORDER_TYPE, rule: 'SP-7' },
  INVALID_ORDER: { ...sharedRejections.INVALID_ORDER, rule: 'SP-7' },
  ORDER_NOT_OPEN: row(409, 'SP-9', 'the order is no longer open', 'รายการขายนี้ปิดแล้ว'),
  INVALID_AMOUNT: { ...sharedRejections.INVALID_AMOUNT, rule: 'OB-22' },
  OWN_ORDER: sharedRejections.OWN_ORDER,
  TOO_MANY_SHIPPINGS: row(409, 'SP-6', 'too many open purchases', 'คุณมีรายการสั่งซื้อที่ยังไม่เสร็จเต็มจำนวนแล้ว', 60),
  RESERVATIONS_LAPSED: row(
    409,
    'SP-5',
    'several of your reservations ended unpaid: try again in {minutes} minutes',
    'คุณจองแล้วไม่ได้ชำระเงินหลายครั้ง กรุณาลองใหม่ในอีก {minutes} นาที',
    300,
  ),
  ORDER_BUSY: row(
    409,
    'SP-6',
    'this is being bought right now',
    'รายการนี้กำลังมีการสั่งซื้ออยู่ กรุณาลองใหม่ภายหลัง',
    30,
  ),
  SHIPPING_NOT_FOUND: row(404, 'GW-9', 'purchase not found', 'ไม่พบรายการสั่งซื้อ'),
  SHIPPING_NOT_PAYABLE: row(409, 'SP-22', 'Shipping is not payable', 'รายการนี้ชำระเงินไม่ได้แล้ว'),
  NOT_THE_BUYER: row(403, 'SP-22', 'Shipping is not payable', 'เฉพาะผู้ซื้อเท่านั้นที่ทำรายการนี้ได้'),
  MISSING_PAYMENT_CREDENTIALS: row(
    503,
    'SP-22',
    'Missing payment merchant ID / API key',
    'ระบบชำระเงินยังไม่พร้อม กรุณาติดต่อเรา',
    300,
  ),
  FAILED_TO_CANCEL: row(409, 'SP-23', 'Failed to cancel', 'ยกเลิกไม่สำเร็จ กรุณาลองอีกครั้ง'),
  ASSESSMENT_REQUIRED: sharedRejections.ASSESSMENT_REQUIRED,
  ASSET_SUSPENDED: { ...sharedRejections.ASSET_SUSPENDED, rule: 'SP-9' },
  SHIPPING_NOT_READY: row(
    409,
    'SP-22',
    'Shipping not ready to pay',
    'รายการนี้ยังไม่พร้อมให้ชำระเงิน กรุณารอสักครู่',
    30,
  ),
  FAILED_TO_PAY: row(502, 'SP-22', 'Failed to pay', 'ชำระเงินไม่สำเร็จ ยังไม่มีการตัดเงิน'),
  BAD_CHECKSUM: row(400, 'SP-14', 'check sum is wrong', 'ค่าตรวจสอบความถูกต้องไม่ตรงกัน'),
} satisfies RejectionTable

/** Every "no" of shipping and payment. */
export const rejections = {
  ...shopRejections,
  TOPUP_NOT_FOUND: row(404, 'SP-14', 'card payment not found', 'ไม่พบรายการชำระด้วยบัตร'),
  DELIVERY_NOT_CANCELABLE: row(
    409,
    'CA-46',
    'the delivery is signed already, or has ended',
    'การส่งมอบลงนามไปแล้ว หรือสิ้นสุดแล้ว จึงยกเลิกไม่ได้',
  ),
  NOTHING_REFUSED: row(
    409,
    'SP-27',
    'nothing that the ledger refused waits here any more',
    'ไม่มีรายการเงินที่ระบบบัญชีปฏิเสธค้างอยู่แล้ว',
  ),
  NO_CHAIN_INCIDENT: row(
    409,
    'LG-18',
    'nothing waits here any more that the chain has contradicted',
    'ไม่มีเรื่องจากเชนที่รอการตัดสินใจแล้ว',
  ),
  NOT_REVERSIBLE: row(
    409,
    'LG-18',
    'the price has gone back to the buyer already: the case can only be closed',
    'คืนราคาให้ผู้ซื้อไปแล้ว จึงทำได้เพียงปิดเรื่อง',
  ),
  DELIVERY_UNDER_WAY: row(
    409,
    'SP-1',
    'the delivery is not final on the chain yet: try again when it is mined, or has failed',
    'การส่งมอบยังไม่ยืนยันบนเชน โปรดลองใหม่เมื่อการส่งมอบสำเร็จหรือล้มเหลวแล้ว',
    60,
  ),
  TOPUP_NOT_HELD: row(
    409,
    'SP-18',
    'nobody has to decide about this card payment',
    'รายการชำระด้วยบัตรนี้ไม่ต้องพิจารณาแล้ว',
  ),
  MISMATCH_NOT_ACCEPTABLE: row(
    409,
    'SP-18',
    'what the provider took is not baht: it can only be refused',
    'ยอดที่ผู้ให้บริการรับไม่ใช่เงินบาท เลือกได้เฉพาะไม่รับ',
  ),
  TOPUP_NOT_COMPLETED: row(
    409,
    'SP-26',
    'this card payment was not completed: there is nothing to refund',
    'รายการชำระด้วยบัตรนี้ไม่สำเร็จ จึงไม่มียอดให้คืน',
  ),
  REFUND_NOT_ENDABLE: row(
    409,
    'SP-26',
    'There is no refund of which this can be said',
    'ไม่มีการคืนเงินเข้าบัตรที่ทำรายการนี้ได้',
  ),
  REFUND_KNOWN_THERE: row(
    409,
    'SP-26',
    'The card provider knows of the refund, or may still carry it out',
    'ผู้ให้บริการบัตรมีรายการคืนเงินนี้ หรืออาจยังดำเนินการอยู่',
  ),
  ALREADY_REFUNDED: row(
    409,
    'SP-26',
    'this card payment is being refunded, or was',
    'รายการนี้กำลังคืนเงิน หรือคืนเงินไปแล้ว',
  ),
} satisfies RejectionTable
