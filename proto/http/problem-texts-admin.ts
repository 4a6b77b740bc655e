import type { ProblemTexts } from './problem-texts-common.ts'

/** What the refusals say that only admins meet; apart, so that the shop doesn't carry them. */
export const adminProblemTexts: ProblemTexts = {
  permission_required: {
    en: 'you need the permission {permission} for this',
    th: 'คุณต้องมีสิทธิ์ {permission} จึงจะทำรายการนี้ได้',
  },
  step_up_required: {
    en: 'please sign in again to confirm that it is you',
    th: 'กรุณาเข้าสู่ระบบอีกครั้งเพื่อยืนยันตัวตน',
  },
  customer_not_found: { en: 'nobody with this customer id is known', th: 'ไม่พบลูกค้ารายนี้' },
  version_conflict: {
    en: 'somebody else has changed this meanwhile',
    th: 'มีผู้อื่นแก้ไขรายการนี้ไปแล้ว กรุณาตรวจสอบข้อมูลล่าสุด',
  },
  already_resolved: { en: 'this case is decided already', th: 'เคสนี้ตัดสินไปแล้ว' },
  case_not_found: { en: 'there is no such case', th: 'ไม่พบเคสนี้' },
  nothing_to_publish: { en: 'there is no draft to publish', th: 'ไม่มีฉบับร่างให้เผยแพร่' },
  nothing_to_undo: { en: 'there is no decision to take back', th: 'ไม่มีการตัดสินให้ย้อนคืน' },
  issuer_not_found: { en: 'there is no such issuer', th: 'ไม่พบผู้ออกผลงานนี้' },
  slug_taken: { en: 'this slug is taken', th: 'มีผู้ใช้ชื่อย่อนี้แล้ว' },
  issuer_ranges_overlap: {
    en: 'another issuer has tokens of these ranges',
    th: 'ช่วงหมายเลขทับกับของผู้ออกผลงานอื่น',
  },
  fee_not_found: { en: 'there is no such fee', th: 'ไม่พบค่าธรรมเนียมนี้' },
  fees_too_high: {
    en: 'the fees of a sale would be {total_percent}% together; 50% is the most',
    th: 'ค่าธรรมเนียมรวมจะเป็น {total_percent}% ซึ่งเกินเพดาน 50%',
  },
  declaration_not_found: { en: 'nothing is declared by this id', th: 'ไม่พบคำประกาศนี้' },
  scope_required: { en: 'say what is to be suspended', th: 'กรุณาเลือกว่าจะระงับชิ้นนี้หรือทั้งคอลเลกชัน' },
  undo_too_late: {
    en: 'a decision can be taken back for 24 hours',
    th: 'ย้อนคืนการตัดสินได้ภายใน 24 ชั่วโมงเท่านั้น',
  },
  own_permissions: {
    en: 'nobody changes their own permissions',
    th: 'ไม่สามารถแก้ไขสิทธิ์ของตนเองได้',
  },
  super_admin_required: {
    en: 'only a super_admin gives or takes this: {permissions}',
    th: 'เฉพาะ super_admin เท่านั้นที่ให้หรือถอนสิทธิ์นี้ได้: {permissions}',
  },
  last_super_admin: {
    en: 'the last super_admin cannot be removed',
    th: 'ไม่สามารถถอน super_admin คนสุดท้ายได้',
  },
  awaits_second_admin: { en: 'A second admin has to confirm it', th: 'ต้องให้ผู้ดูแลอีกคนยืนยัน' },
  decider_is_requester: { en: 'Nobody decides on their own request', th: 'ตัดสินคำขอของตัวเองไม่ได้' },
  above_cap_now: {
    en: "The customer's KYC level is SILVER now, and this is above its cap",
    th: 'ขณะนี้ลูกค้ามีระดับ SILVER และจำนวนนี้เกินวงเงินของระดับนั้น',
  },
  kyc_fell: { en: "The customer's KYC level is below SILVER now", th: 'ขณะนี้ระดับยืนยันตัวตนของลูกค้าต่ำกว่า SILVER' },
  not_approved_yet: { en: 'No first admin has approved it', th: 'ยังไม่มีผู้ดูแลคนแรกอนุมัติ' },
  not_pending: { en: 'It is no longer pending', th: 'รายการนี้ไม่ได้รออนุมัติแล้ว' },
  provider_balance_low: {
    en: 'The available balance at the payout provider is below the net amount',
    th: 'ยอดเงินคงเหลือที่ผู้ให้บริการโอนเงินไม่พอ',
  },
  decider_is_linked: {
    en: 'Nobody decides on a bank account that they have registered themselves',
    th: 'ตัดสินรายการของบัญชีธนาคารที่คุณเคยลงทะเบียนเองไม่ได้',
  },
  not_paid_out: {
    en: 'It was not paid out, or has been given back already',
    th: 'รายการนี้ยังไม่ได้จ่ายออก หรือคืนเงินไปแล้ว',
  },
  not_at_provider: { en: 'It is not with the payout provider', th: 'รายการนี้ไม่ได้อยู่ที่ผู้ให้บริการโอนเงิน' },
  payout_not_paid: {
    en: 'The payout provider tells of no such payment of what was asked for',
    th: 'ผู้ให้บริการโอนเงินไม่มีการโอนนี้ตามที่ขอไว้',
  },
  payout_may_be_paid: {
    en: 'The payout provider has paid it, or may still pay it',
    th: 'ผู้ให้บริการโอนเงินจ่ายแล้ว หรืออาจยังจ่ายอยู่',
  },
  refund_not_endable: {
    en: 'There is no refund of which this can be said',
    th: 'ไม่มีการคืนเงินเข้าบัตรที่ทำรายการนี้ได้',
  },
  refund_known_there: {
    en: 'The card provider knows of the refund, or may still carry it out',
    th: 'ผู้ให้บริการบัตรมีรายการคืนเงินนี้ หรืออาจยังดำเนินการอยู่',
  },
  same_admin: { en: 'Another admin than the first has to confirm it', th: 'ต้องเป็นผู้ดูแลคนละคนกับคนแรก' },
  range_suspended: {
    en: 'exactly this range is suspended already',
    th: 'ช่วงนี้ถูกระงับอยู่แล้ว',
  },
  picture_refused: { en: 'this is no picture that can be used', th: 'ไฟล์นี้ใช้เป็นรูปภาพไม่ได้' },
  invalid_pattern: {
    en: 'this is not a regular expression: {says}',
    th: 'รูปแบบนี้ไม่ใช่นิพจน์ปกติที่ถูกต้อง: {says}',
  },
  suspension_not_found: { en: 'suspension not found', th: 'ไม่พบรายการระงับนี้' },
  withdrawals_frozen: {
    en: 'Withdrawals are frozen: the books do not add up',
    th: 'ระงับการถอนเงินชั่วคราว เพราะบัญชีไม่ลงตัว',
  },
  books_not_frozen: { en: 'withdrawals are not frozen', th: 'ขณะนี้ไม่ได้ระงับการถอนเงิน' },
  proof_required: {
    en: 'no proof without a difference has been made since',
    th: 'ยังไม่มีการตรวจบัญชีที่ลงตัวหลังจากการระงับ',
  },
  day_not_over: { en: 'the day is not over yet', th: 'ยังไม่สิ้นสุดวันที่เลือก' },
  month_not_begun: { en: 'the month has not begun yet', th: 'ยังไม่ถึงเดือนที่เลือก' },
  settlement_mismatch: {
    en: 'the settlements do not equal the ledger',
    th: 'ยอดขายไม่ตรงกับบัญชีแยกประเภท',
  },
  topup_not_found: { en: 'card payment not found', th: 'ไม่พบรายการชำระด้วยบัตร' },
  topup_not_held: {
    en: 'nobody has to decide about this card payment',
    th: 'รายการชำระด้วยบัตรนี้ไม่ต้องพิจารณาแล้ว',
  },
  mismatch_not_acceptable: {
    en: 'what the provider took is not baht: it can only be refused',
    th: 'ยอดที่ผู้ให้บริการรับไม่ใช่เงินบาท เลือกได้เฉพาะไม่รับ',
  },
  topup_not_completed: {
    en: 'this card payment was not completed: there is nothing to refund',
    th: 'รายการชำระด้วยบัตรนี้ไม่สำเร็จ จึงไม่มียอดให้คืน',
  },
  already_refunded: {
    en: 'this card payment is being refunded, or was',
    th: 'รายการนี้กำลังคืนเงิน หรือคืนเงินไปแล้ว',
  },
  delivery_under_way: {
    en: 'the delivery is not final on the chain yet: try again when it is mined, or has failed',
    th: 'การส่งมอบยังไม่ยืนยันบนเชน โปรดลองใหม่เมื่อการส่งมอบสำเร็จหรือล้มเหลวแล้ว',
  },
  no_chain_incident: {
    en: 'nothing waits here any more that the chain has contradicted',
    th: 'ไม่มีเรื่องจากเชนที่รอการตัดสินใจแล้ว',
  },
  not_reversible: {
    en: 'the price has gone back to the buyer already: the case can only be closed',
    th: 'คืนราคาให้ผู้ซื้อไปแล้ว จึงทำได้เพียงปิดเรื่อง',
  },
  nothing_refused: {
    en: 'nothing that the ledger refused waits here any more',
    th: 'ไม่มีรายการเงินที่ระบบบัญชีปฏิเสธค้างอยู่แล้ว',
  },
  delivery_not_cancelable: {
    en: 'the delivery is signed already, or has ended',
    th: 'การส่งมอบลงนามไปแล้ว หรือสิ้นสุดแล้ว จึงยกเลิกไม่ได้',
  },
}
