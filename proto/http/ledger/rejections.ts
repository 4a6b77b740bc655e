import { type RejectionTable, row } from '../rejection-row.ts'
import { sharedRejections } from '../rejections.ts'

/** Every "no" of the ledger. */
export const rejections = {
  INVALID_AMOUNT: sharedRejections.INVALID_AMOUNT,
  INSUFFICIENT_FUNDS: row(409, 'LG-4', 'not enough points', 'พอยต์ไม่พอ'),
  NOT_A_CUSTOMER: row(422, 'LG-1', 'only customers have balances', 'เฉพาะลูกค้าเท่านั้นที่มียอดเงิน'),
  UNKNOWN_FLOW: row(422, 'LG-5', 'there is no such flow', 'ไม่รู้จักรายการเงินประเภทนี้'),
  FLOW_NOT_ALLOWED: row(422, 'LG-5', 'the flow may not move this account', 'รายการเงินประเภทนี้ใช้กับบัญชีนี้ไม่ได้'),
  LEGS_DONT_SUM: row(422, 'LG-1', 'what goes out is not what comes in', 'ยอดที่ออกไม่เท่ากับยอดที่เข้า'),
  HOLD_NOT_FOUND: row(409, 'LG-5', 'nothing is held for this', 'ไม่มียอดที่กันไว้สำหรับรายการนี้'),
  HOLD_MISMATCH: row(
    409,
    'LG-7',
    'the hold has another customer or amount',
    'ยอดที่กันไว้เป็นของลูกค้ารายอื่น หรือมีจำนวนต่างกัน',
  ),
  HOLD_CAPTURED: row(409, 'SP-13', 'the hold was captured', 'ยอดที่กันไว้ถูกตัดไปแล้ว'),
  HOLD_RELEASED: row(409, 'SP-23', 'the hold was released', 'ยอดที่กันไว้ถูกคืนไปแล้ว'),
  HOLD_NOT_CAPTURED: row(409, 'SP-27', 'there is nothing captured to move on', 'ไม่มียอดที่ตัดไว้ให้โอนต่อ'),
  BOOKS_NOT_FROZEN: row(409, 'LG-17', 'withdrawals are not frozen', 'ขณะนี้ไม่ได้ระงับการถอนเงิน'),
  PROOF_REQUIRED: row(
    409,
    'LG-17',
    'no proof without a difference has been made since',
    'ยังไม่มีการตรวจบัญชีที่ลงตัวหลังจากการระงับ',
  ),
  DAY_NOT_OVER: row(400, 'LG-14', 'the day is not over yet', 'ยังไม่สิ้นสุดวันที่เลือก'),
  MONTH_NOT_BEGUN: row(400, 'LG-15', 'the month has not begun yet', 'ยังไม่ถึงเดือนที่เลือก'),
  SETTLEMENT_MISMATCH: row(
    409,
    'LG-15',
    'the settlements do not equal the ledger',
    'ยอดขายไม่ตรงกับบัญชีแยกประเภท',
  ),
} satisfies RejectionTable
