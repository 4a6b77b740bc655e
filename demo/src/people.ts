import type { Label } from './token.ts'

/** The people by the part they play. */
export const personKeys = ['seller', 'buyer', 'collector', 'newcomer', 'artist'] as const

export type PersonKey = (typeof personKeys)[number]

/** Somebody to sign in as. */
export interface Person {
  key: PersonKey
  name: Label
  /** The name by which others see them; null: they chose none, and are seen by their wallets. */
  shownAs: string | null
  /** Their user id at the Join wallet service. */
  joinId: string
  /** A Thai mobile number, ten digits. */
  phone: string
  email: string
  /** KYC level: buying and selling need SILVER. */
  level: 'BRONZE' | 'SILVER' | 'GOLD'
  /** Key of the person's wallet on the local chain, 0x and 64 hex digits. */
  privateKey: string
  /** What to try with them. */
  role: Label
}

/**
 * The demonstration people. The keys are numbers 2 to 6 of the public test mnemonic of anvil, known to
 * everybody: they must never hold anything of value. Number 0 deploys, 1 and 8 are the relayers.
 */
const all: Record<PersonKey, Person> = {
  seller: {
    key: 'seller',
    name: { th: 'สมชาย ใจดี', en: 'Somchai Jaidee' },
    shownAs: 'สมชายสายสะสม',
    joinId: 'demo-somchai',
    phone: '0810000002',
    email: 'somchai@example.com',
    level: 'SILVER',
    privateKey: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
    role: {
      th: 'เลือกของสะสมของสมชายหนึ่งชิ้น ตั้งราคาเป็นบาท แล้วลงขาย',
      en: "Pick one of Somchai's collectibles, price it in baht and list it.",
    },
  },
  buyer: {
    key: 'buyer',
    name: { th: 'มะลิ วงศ์งาม', en: 'Mali Wongngam' },
    shownAs: null,
    joinId: 'demo-mali',
    phone: '0810000003',
    email: 'mali@example.com',
    level: 'SILVER',
    privateKey: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
    role: {
      th: 'ซื้อของที่ลงขายไว้ด้วยบัตร แล้วดูของชิ้นนั้นย้ายมาเป็นของมะลิ',
      en: 'Buy a listing by card and watch it become hers.',
    },
  },
  collector: {
    key: 'collector',
    name: { th: 'อนันต์ ศรีสุข', en: 'Anan Srisuk' },
    shownAs: 'Anan Collects',
    joinId: 'demo-anan',
    phone: '0810000004',
    email: 'anan@example.com',
    level: 'GOLD',
    privateKey: '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
    role: {
      th: 'ดูคลังสะสมและประวัติการซื้อขาย แล้วยกเลิกรายการขายหนึ่งรายการ',
      en: 'Look through a full collection and its history, then cancel one listing.',
    },
  },
  newcomer: {
    key: 'newcomer',
    name: { th: 'ฟ้าใส ทองแท้', en: 'Fahsai Thongthae' },
    shownAs: null,
    joinId: 'demo-fahsai',
    phone: '0810000005',
    email: 'fahsai@example.com',
    level: 'BRONZE',
    privateKey: '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
    role: {
      th: 'ลองซื้อหรือลงขาย แล้วดูคำอธิบายว่าต้องยืนยันตัวตนเพิ่มอย่างไร',
      en: 'Try to buy or to list, and see which identity level is asked for.',
    },
  },
  artist: {
    key: 'artist',
    name: { th: 'ดารา ช่างเขียน', en: 'Dara Changkhian' },
    shownAs: 'บ้านช่างดารา',
    joinId: 'demo-dara',
    phone: '0810000006',
    email: 'dara@example.com',
    level: 'GOLD',
    privateKey: '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
    role: {
      th: 'ลงขายผลงานของตัวเองจากทั้งสามคอลเลกชัน',
      en: 'List own work from the three collections.',
    },
  },
}

/** All of them, in the order in which they are shown. */
export const people: readonly Person[] = personKeys.map((key) => all[key])

/** The person with that key. */
export function personOf(key: PersonKey): Person {
  return all[key]
}
