import type { Permission } from '@talad/proto/http/permissions'
import type { Person } from './people.ts'

/** The people behind the shop, by what they do there. */
export const staffKeys = ['chief', 'clerk', 'second-clerk', 'support', 'accountant', 'moderator'] as const

export type StaffKey = (typeof staffKeys)[number]

/** Somebody who may do something as an admin; signs in as everybody does. */
export type Staff = Omit<Person, 'key'> & {
  key: StaffKey
  /** what they may do (MO-38) */
  may: readonly Permission[] | 'super_admin'
}

const BANK: readonly Permission[] = ['bank.read', 'bank.decide', 'withdrawal.read', 'withdrawal.decide']

/** One of each kind. The keys are numbers 20 to 25 of the public test mnemonic; no wallet of theirs is ever used. */
export const staff: readonly Staff[] = [
  {
    key: 'chief',
    name: { th: 'ประภา เลิศปัญญา', en: 'Prapha Loetpanya' },
    joinId: 'demo-prapha',
    phone: '0810000020',
    email: 'prapha@example.com',
    level: 'GOLD',
    privateKey: '0xeaa861a9a01391ed3d587d8a5a84ca56ee277629a8b02c22093a419bf240e65d',
    role: {
      th: 'ทำได้ทุกอย่าง และกำหนดสิทธิ์ของผู้ดูแลคนอื่น',
      en: 'May do everything, and says what the other admins may do.',
    },
    may: 'super_admin',
  },
  {
    key: 'clerk',
    name: { th: 'วีระ สุจริต', en: 'Wira Sucharit' },
    joinId: 'demo-wira',
    phone: '0810000021',
    email: 'wira@example.com',
    level: 'GOLD',
    privateKey: '0xc511b2aa70776d4ff1d376e8537903dae36896132c90b91d52c1dfbae267cd8b',
    role: {
      th: 'ตรวจบัญชีธนาคารและอนุมัติการถอนเงิน',
      en: 'Checks bank accounts and approves withdrawals.',
    },
    may: BANK,
  },
  {
    key: 'second-clerk',
    name: { th: 'นภา มั่นคง', en: 'Napha Mankhong' },
    joinId: 'demo-napha',
    phone: '0810000022',
    email: 'napha@example.com',
    level: 'GOLD',
    privateKey: '0x224b7eb7449992aac96d631d9677f7bf5888245eef6d6eeda31e62d2f29a83e4',
    role: {
      th: 'ยืนยันการถอนเงินเป็นคนที่สอง',
      en: 'Confirms withdrawals as the second person.',
    },
    may: BANK,
  },
  {
    key: 'support',
    name: { th: 'กมล ใจเย็น', en: 'Kamon Chaiyen' },
    joinId: 'demo-kamon',
    phone: '0810000023',
    email: 'kamon@example.com',
    level: 'GOLD',
    privateKey: '0x4624e0802698b9769f5bdb260a3777fbd4941ad2901f5966b854f953497eec1b',
    role: {
      th: 'ช่วยลูกค้า ดูคำสั่งซื้อและการจัดส่ง และคืนเงิน',
      en: 'Helps customers: looks at orders and purchases, and refunds.',
    },
    may: ['order.read', 'shipping.read', 'refund.write', 'idp_profile.read'],
  },
  {
    key: 'accountant',
    name: { th: 'สุดา บัญชา', en: 'Suda Bancha' },
    joinId: 'demo-suda',
    phone: '0810000024',
    email: 'suda@example.com',
    level: 'GOLD',
    privateKey: '0x375ad145df13ed97f8ca8e27bb21ebf2a3819e9e0a06509a812db377e533def7',
    role: { th: 'อ่านรายงานการเงิน', en: 'Reads the reports of money.' },
    may: ['report.read'],
  },
  {
    key: 'moderator',
    name: { th: 'ธนา เที่ยงธรรม', en: 'Thana Thiangtham' },
    joinId: 'demo-thana',
    phone: '0810000025',
    email: 'thana@example.com',
    level: 'GOLD',
    privateKey: '0x18743e59419b01d1d846d97ea070b5a3368a3e7f6f0242cf497e1baac6972427',
    role: {
      th: 'ตรวจสิ่งที่ถูกแจ้ง และระงับสิ่งที่ผิดกฎ',
      en: 'Looks at what was reported and suspends what breaks the rules.',
    },
    may: ['flag.read', 'flag.resolve', 'suspension.read', 'suspension.write'],
  },
]
