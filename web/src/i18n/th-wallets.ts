import { inPhrases } from '@talad/ui/i18n/phrases'

/** The Thai texts of the wallets that are linked to an account. */
export const thWallets = inPhrases({
  'wallets.about': 'กระเป๋าที่เชื่อมไว้ใช้เข้าสู่ระบบ และซื้อขายด้วยคริปโตในชื่อบัญชีนี้ได้ เชื่อมได้สูงสุด {{most}} กระเป๋า',
  'wallets.byJoin': 'กระเป๋าของ Join อยู่คู่กับบัญชีนี้เสมอ',
  'wallets.choose': 'เลือกกระเป๋าที่จะเชื่อม กระเป๋าจะให้คุณเซ็นข้อความหนึ่งครั้งเพื่อยืนยันว่าเป็นเจ้าของ ไม่มีค่าใช้จ่าย',
  'wallets.confirm': 'ยืนยันตัวตนก่อนเชื่อมกระเป๋า',
  'wallets.confirmJoin': 'ยืนยันด้วย Join',
  'wallets.confirmText': 'คุณเข้าสู่ระบบไว้เกิน 15 นาทีแล้ว เพื่อความปลอดภัยกรุณายืนยันอีกครั้ง แล้วเราจะพาคุณกลับมาที่นี่',
  'wallets.confirmWallet': 'ยืนยันด้วยกระเป๋าที่เชื่อมไว้',
  'wallets.elsewhere': 'กระเป๋า Join ของคุณ {{address}} อยู่ในอีกบัญชีหนึ่ง',
  'wallets.elsewhereMerge': 'รวมสองบัญชีเข้าด้วยกัน',
  'wallets.full': 'เชื่อมครบ {{most}} กระเป๋าแล้ว ถอดกระเป๋าที่ไม่ใช้ออกก่อน',
  'wallets.getOne': 'ติดตั้งกระเป๋า เช่น MetaMask ในเบราว์เซอร์นี้ หรือเปิดหน้านี้จากเบราว์เซอร์ในแอปกระเป๋า แล้วลองอีกครั้ง',
  'wallets.inBrowser': 'กระเป๋าในเบราว์เซอร์',
  'wallets.link': 'เชื่อมกระเป๋า',
  'wallets.linkTitle': 'เชื่อมกระเป๋าในเบราว์เซอร์',
  'wallets.linked': 'เชื่อมกระเป๋าแล้ว',
  'wallets.none': 'ยังไม่ได้เชื่อมกระเป๋า',
  'wallets.onlyOne': 'เป็นทางเข้าสู่ระบบทางเดียวของคุณ',
  'wallets.since': 'เชื่อมเมื่อ {{day}}',
  'wallets.title': 'กระเป๋าที่เชื่อมกับบัญชี',
  'wallets.unlink': 'ถอด',
  'wallets.unlinkNow': 'ถอดกระเป๋า',
  'wallets.unlinkOf': 'ถอดกระเป๋า {{address}}',
  'wallets.unlinkText':
    'รายการซื้อขายของกระเป๋านี้จะพักไว้จนกว่าจะเชื่อมใหม่ ของและเหรียญยังอยู่ในกระเป๋าเหมือนเดิม เครื่องอื่นที่เข้าสู่ระบบด้วยกระเป๋าจะถูกออกจากระบบ และภายใน 24 ชั่วโมงกระเป๋านี้จะเชื่อมกับบัญชีอื่นไม่ได้',
  'wallets.unlinkTitle': 'ถอดกระเป๋า {{address}}?',
  'wallets.unlinked': 'ถอดกระเป๋าแล้ว',
})
