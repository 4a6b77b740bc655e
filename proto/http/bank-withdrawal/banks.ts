/** A Thai bank that payouts can go to (M§3, Bank list entry). */
export type Bank = {
  /** SWIFT/BIC of the head office, 8 characters */
  swift_code: string
  symbol: string
  name_th: string
  name_en: string
}

/** BW-7: the 13 banks, in the order in which they are offered. Checked against the payout provider's list before launch. */
export const banks: readonly Bank[] = [
  { swift_code: 'BKKBTHBK', symbol: 'BBL', name_th: 'ธนาคารกรุงเทพ', name_en: 'Bangkok Bank' },
  { swift_code: 'KASITHBK', symbol: 'KBANK', name_th: 'ธนาคารกสิกรไทย', name_en: 'Kasikornbank' },
  { swift_code: 'KRTHTHBK', symbol: 'KTB', name_th: 'ธนาคารกรุงไทย', name_en: 'Krungthai Bank' },
  { swift_code: 'SICOTHBK', symbol: 'SCB', name_th: 'ธนาคารไทยพาณิชย์', name_en: 'Siam Commercial Bank' },
  {
    swift_code: 'AYUDTHBK',
    symbol: 'BAY',
    name_th: 'ธนาคารกรุงศรีอยุธยา',
    name_en: 'Bank of Ayudhya (Krungsri)',
  },
  { swift_code: 'TMBKTHBK', symbol: 'TTB', name_th: 'ธนาคารทหารไทยธนชาต', name_en: 'TMBThanachart Bank' },
  { swift_code: 'GSBATHBK', symbol: 'GSB', name_th: 'ธนาคารออมสิน', name_en: 'Government Savings Bank' },
  {
    swift_code: 'BAABTHBK',
    symbol: 'BAAC',
    name_th: 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร',
    name_en: 'Bank for Agriculture and Agricultural Cooperatives',
  },
  {
    swift_code: 'GOHUTHB1',
    symbol: 'GHB',
    name_th: 'ธนาคารอาคารสงเคราะห์',
    name_en: 'Government Housing Bank',
  },
  { swift_code: 'UOVBTHBK', symbol: 'UOB', name_th: 'ธนาคารยูโอบี', name_en: 'United Overseas Bank (Thai)' },
  { swift_code: 'UBOBTHBK', symbol: 'CIMBT', name_th: 'ธนาคารซีไอเอ็มบี ไทย', name_en: 'CIMB Thai Bank' },
  { swift_code: 'KIFITHB1', symbol: 'KKP', name_th: 'ธนาคารเกียรตินาคินภัทร', name_en: 'Kiatnakin Phatra Bank' },
  { swift_code: 'TFPCTHB1', symbol: 'TISCO', name_th: 'ธนาคารทิสโก้', name_en: 'TISCO Bank' },
]

export const swiftCodes = banks.map(({ swift_code }) => swift_code)
