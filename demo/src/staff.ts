import type { Person } from './people.ts'

/** The people behind the shop, by what they do there. */
export const staffKeys = ['chief', 'clerk', 'second-clerk', 'support', 'accountant', 'moderator'] as const

export type StaffKey = (typeof staffKeys)[number]

/** Somebody who may do something as an admin; signs in as everybody does. */
export type Staff = Omit<Person, 'key' | 'shownAs'> & {
  key: StaffKey
  /** names of MO-38, or everything */
  may: readonly string[] | 'super_admin'
}

const BANK = ['bank.read', 'bank.decide', 'withdrawal.read', 'withdrawal.decide']

/** One of each kind. The keys are numbers 14 to 19 of the public test mnemonic; no wallet of theirs is ever used. */
export const staff: readonly Staff[] = [
  {
    key: 'chief',
    name: { th: 'ประภา เลิศปัญญา', en: 'Prapha Loetpanya' },
    joinId: 'demo-prapha',
    phone: '0810000020',
    email: 'prapha@example.com',
    level: 'GOLD',
    privateKey: '0xc526ee95bf44d8fc405a158bb884d9d1238d99f0612e9f33d006bb0789009aaa',
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
    privateKey: '0x8166f546bab6da521a8369cab06c5d2b9e46670292d85c875ee9ec20e84ffb61',
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
    privateKey: '0xea6c44ac03bff858b476bba40716402b03e41b8e97e276d1baec7c37d42484a0',
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
    privateKey: '0x689af8efa8c651a91ad287602527f3af2fe9f6501a7ac4b061667b5a93e037fd',
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
    privateKey: '0xde9be858da4a475276426320d5e9262ecfc3ba460bfac56360bfa6c4c28b4ee0',
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
    privateKey: '0xdf57089febbacf7ba0bc227dafbffa9fc08a93fdc68e1e42411a14efcf23656e',
    role: {
      th: 'ตรวจสิ่งที่ถูกแจ้ง ระงับสิ่งที่ผิดกฎ และดูแลแบบทดสอบ',
      en: 'Looks at what was reported, suspends what breaks the rules, and keeps the assessments.',
    },
    may: [
      ...['flag.read', 'flag.resolve', 'suspension.read', 'suspension.write'],
      ...['assessment.read', 'assessment.write'],
    ],
  },
]
