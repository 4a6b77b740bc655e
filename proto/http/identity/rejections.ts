import { type RejectionTable, row } from '../rejection-row.ts'
import { commonRejections, sharedRejections } from '../rejections.ts'

/** Every "no" of identity. */
export const rejections = {
  INVALID_REDIRECT_URL: row(
    400,
    'ID-15',
    'redirectUrl must be an address of one of our sites',
    'ที่อยู่สำหรับกลับมาไม่ใช่เว็บไซต์ของเรา',
  ),
  INVALID_PHONE: row(400, 'WB-12', 'Invalid phone format', 'รูปแบบเบอร์โทรศัพท์ไม่ถูกต้อง'),
  INVALID_ADDRESS: row(400, 'A§5', 'Invalid Ethereum address format', 'ที่อยู่กระเป๋าไม่ถูกต้อง'),
  INVALID_JOIN_SESSION: { ...commonRejections.INVALID_JOIN_SESSION, rule: 'ID-14' },
  SESSION_EXPIRED: { ...commonRejections.SESSION_EXPIRED, rule: 'ID-6' },
  UNABLE_TO_SIGN: row(401, 'ID-24', 'Unable to sign message', 'เซ็นไม่สำเร็จ กรุณาลองอีกครั้ง'),
  NONCE_EXPIRED: row(401, 'ID-24', 'Unable to sign message', 'ข้อความที่ต้องเซ็นหมดอายุแล้ว กรุณาลองอีกครั้ง'),
  NOT_SIGNABLE: row(403, 'ID-21', 'Unable to sign message', 'เซ็นข้อความนี้ไม่ได้'),
  ITEM_NOT_HELD: row(
    409,
    'SP-29',
    'the wallet does not hold that much of this item',
    'กระเป๋านี้ไม่มีผลงานชิ้นนี้ตามจำนวนที่จะส่ง',
  ),
  INVALID_RECIPIENT: { ...sharedRejections.INVALID_RECIPIENT, rule: 'SP-29' },
  INVALID_JOIN_SIGNER: sharedRejections.INVALID_JOIN_SIGNER,
  SESSION_USED: row(409, 'ID-13', 'this sign-in was finished before', 'การเข้าสู่ระบบครั้งนี้เสร็จไปแล้ว กรุณาเริ่มใหม่'),
  WALLET_INTEGRATED: row(409, 'ID-27', 'Wallet has already been integrated', 'กระเป๋านี้เชื่อมกับบัญชีอื่นอยู่แล้ว'),
  CONFIRM_IDENTITY: row(
    403,
    'ID-29',
    'Please confirm your identity to link this wallet',
    'กรุณายืนยันตัวตนอีกครั้งเพื่อเชื่อมกระเป๋านี้',
  ),
  TOO_MANY_WALLETS: row(
    409,
    'ID-30',
    'You can link up to {limit} wallets, please delete another link and try again',
    'เชื่อมได้สูงสุด {limit} กระเป๋า กรุณาถอดกระเป๋าอื่นก่อนแล้วลองอีกครั้ง',
  ),
  WALLET_UNLINKED_LATELY: row(
    409,
    'ID-32',
    'this wallet was unlinked from another account less than 24 hours ago; please try again later',
    'กระเป๋านี้เพิ่งถูกถอดจากบัญชีอื่นไม่ถึง 24 ชั่วโมง กรุณาลองใหม่ภายหลัง',
  ),
  LINK_NOT_FOUND: row(404, 'ID-31', 'this wallet is not linked to your account', 'กระเป๋านี้ไม่ได้เชื่อมกับบัญชีของคุณ'),
  LAST_IDENTITY: row(
    409,
    'ID-31',
    'this is your only way to sign in; link another one first',
    'นี่คือทางเข้าสู่ระบบทางเดียวของคุณ กรุณาเชื่อมทางอื่นก่อน',
  ),
  CUSTOMER_IDENTITY: row(
    409,
    'ID-31',
    'your balance and your orders belong to this identity, so it stays',
    'ถอดไม่ได้ เพราะยอดเงินและรายการซื้อขายของคุณผูกอยู่กับตัวตนนี้',
  ),
  IDENTITY_IN_USE: row(409, 'ID-27', 'this identity belongs to another account', 'ตัวตนนี้เป็นของบัญชีอื่น'),
  DEV_IDENTITY: row(409, 'ID-12', 'a made-up person can not link a wallet', 'บัญชีทดลองเชื่อมกระเป๋าไม่ได้'),
  DISPLAY_NAME_TAKEN: row(409, 'ID-42', 'somebody else has this name', 'มีผู้ใช้ชื่อนี้แล้ว กรุณาเลือกชื่ออื่น'),
  DISPLAY_NAME_RESERVED: row(400, 'ID-42', 'please choose another name', 'ใช้ชื่อนี้ไม่ได้ กรุณาเลือกชื่ออื่น'),
  NOT_YOUR_ASSET: sharedRejections.NOT_YOUR_ASSET,
  ASSET_SUSPENDED: { ...sharedRejections.ASSET_SUSPENDED, rule: 'MO-7' },
  TOO_MANY_FAVOURITES: row(
    409,
    'GW-9',
    'you have {limit} favourites; take one away first',
    'คุณถูกใจครบ {limit} รายการแล้ว เอาบางรายการออกก่อน',
  ),
  PROFILE_READ_TOO_SOON: row(
    429,
    'ID-18',
    'the profile was read less than a minute ago',
    'เพิ่งอ่านข้อมูลไปเมื่อครู่ กรุณารอสักครู่',
    60,
  ),
} satisfies RejectionTable
