import type { CollectionKey } from './collections.ts'
import type { PersonKey } from './people.ts'
import { between, type Random, randomFrom, times } from './random.ts'
import { bilingual, type Label } from './token.ts'

/** One thing that the temple fair gives out. Its picture is that of a token of the marketplace. */
export interface FairItem {
  slug: string
  name: Label
  description: Label
  /** how many there may be; null: without an end */
  limit: number | null
  picture: { collection: CollectionKey; tokenId: number }
  traits: Readonly<
    Record<string, { value: string | number; display?: 'number' | 'boost_percentage' | 'date' }>
  >
  table?: { headers: readonly string[]; records: readonly (readonly (string | number)[])[] }
  /** what everybody may use */
  coupon?: { code: string; description: string; limit: number }
  /** what the holder of each gets a code of, once */
  pool?: { name: string; description: string; codes: readonly string[] }
}

/** A collection of the temple fair, with its items in the order of their numbers. */
export interface FairCollection {
  slug: string
  name: Label
  description: Label
  limit: number | null
  picture: FairItem['picture']
  /** what its items share */
  traits: FairItem['traits']
  /** by which its tokens come on chain */
  contract: { contractClass: 'erc721' | 'erc1155'; symbol: string }
  items: readonly FairItem[]
}

const trait = (th: string, en: string) => ({ value: bilingual({ th, en }) })
const both = (th: string, en: string) => bilingual({ th, en })

const CODES = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeOf = (random: Random) => times(6, () => CODES.charAt(Math.floor(between(random, 0, 32)))).join('')
/** As the stall would have them printed, the same at each start. */
const noodleCodes = times(40, (nth) => `NOODLE-${codeOf(randomFrom(`noodle ${nth}`))}`)

/** The project of the temple fair, as its committee would open it. */
export const fair = {
  slug: 'temple_fair',
  name: { th: 'งานวัดประจำปี', en: 'The Temple Fair' },
  description: {
    th: 'โคมและตั๋วของงานวัด รับในงาน เก็บไว้ในกระเป๋า แล้วนำขึ้นเชนเป็นของตัวเองได้',
    en: 'Lanterns and tickets of the fair: take one home, keep it, and bring it on chain.',
  },
  theme: { primaryColor: '#8a3b12', primaryContent: '#ffffff', accentColor: '#f4b740' },
  collections: [
    {
      slug: 'wish_lanterns',
      name: { th: 'โคมอธิษฐาน', en: 'Wish Lanterns' },
      description: {
        th: 'โคมที่ปล่อยขึ้นฟ้าในคืนเพ็ญ แต่ละดวงถือคำอธิษฐานของเจ้าของไว้หนึ่งข้อ',
        en: 'Lanterns released on the night of the full moon, each with one wish of its owner.',
      },
      limit: null,
      picture: { collection: 'lantern', tokenId: 1 },
      contract: { contractClass: 'erc721', symbol: 'WISH' },
      traits: { [both('งาน', 'Fair')]: trait('ลอยกระทง ๒๕๖๙', 'Loy Krathong 2026') },
      items: [
        {
          slug: 'saffron_lantern',
          name: { th: 'โคมส้มจีวร', en: 'Saffron Lantern' },
          description: {
            th: 'ใครมางานก็รับได้หนึ่งดวง เขียนคำอธิษฐานแล้วปล่อยที่ลานหน้าวัด',
            en: 'One for everybody who comes: write your wish, and let it go in front of the temple.',
          },
          limit: null,
          picture: { collection: 'lantern', tokenId: 1 },
          traits: {
            [both('กระดาษ', 'Paper')]: trait('ส้มจีวร', 'Saffron'),
            [both('ลอยได้', 'Flies for')]: trait('ทั้งคืน', 'The whole night'),
          },
        },
        {
          slug: 'crimson_lantern',
          name: { th: 'โคมแดงชาด', en: 'Crimson Lantern' },
          description: {
            th: 'โคมของผู้ที่ทำบุญครบสามวัด มีเพียงยี่สิบดวง',
            en: 'For whoever has given at three temples; there are twenty of them.',
          },
          limit: 20,
          picture: { collection: 'lantern', tokenId: 2 },
          traits: {
            [both('กระดาษ', 'Paper')]: trait('แดงชาด', 'Crimson'),
            [both('แต้มบุญ', 'Merit')]: { value: 15, display: 'boost_percentage' },
            [both('วันปล่อย', 'Released')]: { value: 1_795_132_800, display: 'date' },
          },
        },
        {
          slug: 'lantern_stamp',
          name: { th: 'ตราโคม', en: 'Lantern Stamp' },
          description: {
            th: 'ตราของผู้ที่มางาน ครบสามดวงรับโคมทองได้',
            en: 'A stamp of who came by: three of them are good for a golden lantern.',
          },
          limit: null,
          picture: { collection: 'lantern', tokenId: 3 },
          traits: { [both('กระดาษ', 'Paper')]: trait('กระดาษสา', 'Mulberry') },
        },
        {
          slug: 'golden_lantern',
          name: { th: 'โคมทองคืนเพ็ญ', en: 'Golden Full Moon Lantern' },
          description: {
            th: 'โคมทองของผู้ที่สะสมตราครบสามดวง มีเพียงเก้าดวง',
            en: 'For whoever has collected three stamps; there are nine of them.',
          },
          limit: 9,
          picture: { collection: 'lantern', tokenId: 4 },
          traits: { [both('กระดาษ', 'Paper')]: trait('ทองคำเปลว', 'Gold leaf') },
        },
      ],
    },
    {
      slug: 'fair_tickets',
      name: { th: 'ตั๋วเครื่องเล่น', en: 'Ride Tickets' },
      description: {
        th: 'ตั๋วของงานวัด ทุกใบมีเลขของตัวเอง ใช้ได้ทุกคืนที่มีงาน',
        en: 'Tickets of the fair, each with a number of its own, good on any of its nights.',
      },
      limit: 300,
      picture: { collection: 'ticket', tokenId: 1 },
      contract: { contractClass: 'erc1155', symbol: 'RIDE' },
      traits: { [both('งาน', 'Fair')]: trait('ลอยกระทง ๒๕๖๙', 'Loy Krathong 2026') },
      items: [
        {
          slug: 'ferris_wheel',
          name: { th: 'ชิงช้าสวรรค์', en: 'Ferris Wheel' },
          description: {
            th: 'ขึ้นได้หนึ่งรอบ ทุกคืนที่มีงาน',
            en: 'One ride on the wheel, on any night of the fair.',
          },
          limit: 200,
          picture: { collection: 'ticket', tokenId: 1 },
          traits: {
            [both('โซน', 'Zone')]: trait('เครื่องเล่น', 'Rides'),
            [both('จำนวนรอบ', 'Rides')]: { value: 1, display: 'number' },
          },
          table: {
            headers: [both('คืน', 'Night'), both('เปิด', 'Opens'), both('ปิด', 'Closes')],
            records: [
              [both('คืนแรก', 'First'), '17:00', '23:00'],
              [both('คืนเพ็ญ', 'Full moon'), '17:00', '01:00'],
              [both('คืนสุดท้าย', 'Last'), '17:00', '22:00'],
            ],
          },
        },
        {
          slug: 'golden_bell',
          name: { th: 'ระฆังทอง', en: 'Golden Bell' },
          description: {
            th: 'ตีระฆังทองหนึ่งครั้ง ความหายากระดับ %%attribute.ดาว · Stars%% ดาว พร้อมชาเย็นหนึ่งแก้วที่ซุ้มหน้าโบสถ์',
            en: 'One stroke of the golden bell, as rare as %%attribute.ดาว · Stars%% stars, and a glass of iced tea at the stall by the hall.',
          },
          limit: 50,
          picture: { collection: 'ticket', tokenId: 12 },
          traits: {
            [both('โซน', 'Zone')]: trait('ทำบุญ', 'Merit'),
            [both('ดาว', 'Stars')]: { value: 5, display: 'number' },
          },
          coupon: {
            code: 'CHAYEN2026',
            description: both('ชาเย็นหนึ่งแก้ว', 'One glass of iced tea'),
            limit: 1,
          },
        },
        {
          slug: 'noodle_bowl',
          name: { th: 'ก๋วยเตี๋ยวหนึ่งชาม', en: 'A Bowl of Noodles' },
          description: {
            th: 'ก๋วยเตี๋ยวเรือหนึ่งชามที่ร้านข้างศาลา เปิดโค้ดของคุณแล้วให้แม่ค้าดู ใช้ได้ครั้งเดียว',
            en: 'A bowl of boat noodles at the stall by the pavilion: reveal your code and show it, it is good once.',
          },
          limit: 40,
          picture: { collection: 'ticket', tokenId: 6 },
          traits: { [both('โซน', 'Zone')]: trait('ของกิน', 'Food') },
          pool: {
            name: 'noodle_stall',
            description: both('ก๋วยเตี๋ยวเรือหนึ่งชาม', 'One bowl of boat noodles'),
            codes: noodleCodes,
          },
        },
      ],
    },
  ],
} as const satisfies {
  slug: string
  name: Label
  description: Label
  theme: object
  collections: readonly FairCollection[]
}

/** Something that the fair gave out. */
export interface FairGift {
  /** under which it is asked for, once (CA-48) */
  key: string
  item: string
  /** nobody: straight to a contract, which refuses it */
  to: PersonKey | 'nobody'
  /** minted at once, or only granted */
  onChain: boolean
  /** taken back before it is signed */
  isCanceled?: true
}

/** What the fair has given out when the demonstration starts: mints in every state. */
export const fairGifts: readonly FairGift[] = [
  // first: nothing can be signed before its contract is there, so it can be taken back
  { key: 'fair-canceled', item: 'golden_bell', to: 'seller', onChain: true, isCanceled: true },
  { key: 'fair-saffron-buyer', item: 'saffron_lantern', to: 'buyer', onChain: false },
  { key: 'fair-crimson-buyer', item: 'crimson_lantern', to: 'buyer', onChain: true },
  { key: 'fair-wheel-buyer', item: 'ferris_wheel', to: 'buyer', onChain: false },
  { key: 'fair-wheel-seller', item: 'ferris_wheel', to: 'seller', onChain: true },
  { key: 'fair-bell-collector', item: 'golden_bell', to: 'collector', onChain: true },
  { key: 'fair-saffron-newcomer', item: 'saffron_lantern', to: 'newcomer', onChain: false },
  { key: 'fair-noodles-buyer', item: 'noodle_bowl', to: 'buyer', onChain: false },
  { key: 'fair-noodles-newcomer', item: 'noodle_bowl', to: 'newcomer', onChain: false },
  // two thirds of the golden lanterns are gone, and the buyer lacks one stamp
  { key: 'fair-golden-1', item: 'golden_lantern', to: 'seller', onChain: true },
  { key: 'fair-golden-2', item: 'golden_lantern', to: 'collector', onChain: true },
  { key: 'fair-golden-3', item: 'golden_lantern', to: 'newcomer', onChain: true },
  { key: 'fair-golden-4', item: 'golden_lantern', to: 'seller', onChain: true },
  { key: 'fair-golden-5', item: 'golden_lantern', to: 'collector', onChain: true },
  { key: 'fair-golden-6', item: 'golden_lantern', to: 'newcomer', onChain: true },
  { key: 'fair-stamp-1', item: 'lantern_stamp', to: 'buyer', onChain: false },
  { key: 'fair-stamp-2', item: 'lantern_stamp', to: 'buyer', onChain: false },
  { key: 'fair-failed', item: 'ferris_wheel', to: 'nobody', onChain: true },
]
