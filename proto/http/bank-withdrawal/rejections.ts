import { type RejectionTable, row } from '../rejection-row.ts'
import { MOST_BANK_ACCOUNTS } from './terms.ts'

/** What people in the shop may be answered by bank accounts and withdrawals: the shop carries no other. */
export const shopRejections = {
  MISSING_KYC_LEVEL: row(403, 'BW-15', 'Missing Join KYC level', 'ยังไม่ได้ยืนยันตัวตนกับ Join'),
  KYC_LEVEL_NOT_ELIGIBLE: row(403, 'BW-15', 'Join KYC level not eligible', 'ระดับการยืนยันตัวตนยังไม่ถึงเกณฑ์'),
  INVALID_ACCOUNT_NUMBER: row(
    400,
    'BW-8',
    'Account number must have 10 to 15 digits',
    'เลขที่บัญชีต้องมี 10–15 หลัก',
  ),
  INVALID_TAX_ID: row(
    400,
    'BW-8',
    'Tax ID must have 13 digits and a valid check digit',
    'เลขประจำตัวผู้เสียภาษี 13 หลักไม่ถูกต้อง',
  ),
  INVALID_TEL_NUMBER: row(
    400,
    'BW-8',
    'Telephone number must have at least 10 digits',
    'เบอร์โทรศัพท์ต้องมีอย่างน้อย 10 หลัก',
  ),
  INVALID_EMAIL: row(400, 'BW-8', 'Email is not valid', 'อีเมลไม่ถูกต้อง'),
  TOO_MANY_BANK_ACCOUNTS: row(
    409,
    'BW-3',
    `At most ${MOST_BANK_ACCOUNTS} bank accounts and requests`,
    `มีบัญชีธนาคารและคำขอได้ไม่เกิน ${MOST_BANK_ACCOUNTS} รายการ`,
  ),
  BANK_REQUEST_OPEN: row(409, 'BW-3', 'A bank account request is waiting already', 'มีคำขอเพิ่มบัญชีที่รออยู่แล้ว'),
  DUPLICATE_BANK_ACCOUNT: row(409, 'BW-4', 'This bank account is registered already', 'คุณเพิ่มบัญชีนี้ไว้แล้ว'),
  BANK_ACCOUNT_NOT_FOUND: row(404, 'GW-9', 'bank account not found', 'ไม่พบบัญชีธนาคารนี้'),
  BANK_ACCOUNT_IN_USE: row(
    409,
    'BW-9',
    'A withdrawal to this bank account is under way',
    'ลบไม่ได้ เพราะมีรายการถอนเงินเข้าบัญชีนี้อยู่',
  ),
  BANK_REQUEST_NOT_FOUND: row(404, 'GW-9', 'bank account request not found', 'ไม่พบคำขอเพิ่มบัญชีนี้'),
  BANK_REQUEST_NOT_DELETABLE: row(
    409,
    'BW-1',
    'The request is being processed or has become an account',
    'ลบไม่ได้ เพราะคำขอกำลังดำเนินการหรือเป็นบัญชีแล้ว',
  ),
  BANK_ACCOUNT_REQUIRED: row(400, 'M§5', 'Please select a bank account', 'กรุณาเลือกบัญชีธนาคาร'),
  BELOW_MINIMUM: row(
    400,
    'M§5',
    'Minimum withdrawal amount is 10000 Points (100 THB)',
    'จำนวนเงินขั้นต่ำ 100 บาท',
  ),
  ABOVE_CAP: row(
    403,
    'BW-13',
    'At most {cap} Points at KYC level SILVER',
    'ถอนได้ครั้งละไม่เกิน {cap} พอยต์สำหรับระดับ SILVER',
  ),
  ABOVE_MONTHLY_CAP: row(403, 'BW-13', 'The cap of this month is reached', 'ครบวงเงินถอนของเดือนนี้แล้ว'),
  WITHDRAWAL_OPEN: row(409, 'BW-12', 'A withdrawal is under way already', 'มีรายการถอนเงินที่รออยู่แล้ว'),
  AMOUNT_EXCEEDS_SPENDABLE: row(409, 'BW-12', 'Amount exceeds the spendable balance', 'จำนวนเงินเกินยอดที่ใช้ได้'),
  WITHDRAWAL_NOT_FOUND: row(404, 'GW-9', 'withdrawal not found', 'ไม่พบรายการถอนเงินนี้'),
  WITHDRAWAL_NOT_DELETABLE: row(
    409,
    'BW-10',
    'The withdrawal is no longer pending',
    'ยกเลิกไม่ได้ เพราะรายการถอนเงินเริ่มดำเนินการแล้ว',
  ),
} satisfies RejectionTable

/** Every "no" of bank accounts and withdrawals. */
export const rejections = {
  ...shopRejections,
  NOT_PENDING: row(409, 'BW-10', 'It is no longer pending', 'รายการนี้ไม่ได้รออนุมัติแล้ว'),
  DECIDER_IS_REQUESTER: row(403, 'BW-18', 'Nobody decides on their own request', 'ตัดสินคำขอของตัวเองไม่ได้'),
  DECIDER_IS_LINKED: row(
    403,
    'BW-18',
    'Nobody decides on a bank account that they have registered themselves',
    'ตัดสินรายการของบัญชีธนาคารที่คุณเคยลงทะเบียนเองไม่ได้',
  ),
  ABOVE_CAP_NOW: row(
    409,
    'BW-13',
    "The customer's KYC level is SILVER now, and this is above its cap",
    'ขณะนี้ลูกค้ามีระดับ SILVER และจำนวนนี้เกินวงเงินของระดับนั้น',
  ),
  KYC_FELL: row(
    409,
    'BW-15',
    "The customer's KYC level is below SILVER now",
    'ขณะนี้ระดับยืนยันตัวตนของลูกค้าต่ำกว่า SILVER',
  ),
  WITHDRAWALS_FROZEN: row(
    409,
    'LG-17',
    'Withdrawals are frozen: the books do not add up',
    'ระงับการถอนเงินชั่วคราว เพราะบัญชีไม่ลงตัว',
  ),
  PROVIDER_BALANCE_LOW: row(
    409,
    'BW-16',
    'The available balance at the payout provider is below the net amount',
    'ยอดเงินคงเหลือที่ผู้ให้บริการโอนเงินไม่พอ',
  ),
  AWAITS_SECOND_ADMIN: row(409, 'BW-18', 'A second admin has to confirm it', 'ต้องให้ผู้ดูแลอีกคนยืนยัน'),
  NOT_APPROVED_YET: row(409, 'BW-18', 'No first admin has approved it', 'ยังไม่มีผู้ดูแลคนแรกอนุมัติ'),
  NOT_PAID_OUT: row(
    409,
    'BW-16',
    'It was not paid out, or has been given back already',
    'รายการนี้ยังไม่ได้จ่ายออก หรือคืนเงินไปแล้ว',
  ),
  NOT_AT_PROVIDER: row(409, 'BW-16', 'It is not with the payout provider', 'รายการนี้ไม่ได้อยู่ที่ผู้ให้บริการโอนเงิน'),
  PAYOUT_NOT_PAID: row(
    409,
    'BW-16',
    'The payout provider tells of no such payment of what was asked for',
    'ผู้ให้บริการโอนเงินไม่มีการโอนนี้ตามที่ขอไว้',
  ),
  PAYOUT_MAY_BE_PAID: row(
    409,
    'BW-16',
    'The payout provider has paid it, or may still pay it',
    'ผู้ให้บริการโอนเงินจ่ายแล้ว หรืออาจยังจ่ายอยู่',
  ),
  SAME_ADMIN: row(403, 'BW-18', 'Another admin than the first has to confirm it', 'ต้องเป็นผู้ดูแลคนละคนกับคนแรก'),
} satisfies RejectionTable
