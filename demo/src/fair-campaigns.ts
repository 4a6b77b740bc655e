import { bilingual, type Label } from './token.ts'

/** What has to be had for something: an item, or any of a collection, by its slug. */
export type FairNeed = { tag: string; name: Label; of: { item: string } | { collection: string } }

/** What the temple fair gives to whoever has what it asks for. */
export interface FairCampaign {
  slug: string
  name: Label
  description: Label
  needs: readonly FairNeed[]
  /** the item that it gives */
  gives: string
  perPerson: number | null
  /** seconds in which that counts */
  cooldown: number | null
  state?: 'paused' | 'ended' | 'internal'
  /** what it gives comes on chain at once */
  minted?: true
}

const DAY_S = 86_400
const stamp = (nth: number): FairNeed => ({
  tag: `stamp_${nth}`,
  name: { th: `ตราดวงที่ ${nth}`, en: `Stamp ${nth}` },
  of: { item: 'lantern_stamp' },
})
const ticket: FairNeed = {
  tag: 'ticket',
  name: { th: 'ตั๋วเครื่องเล่นใบไหนก็ได้', en: 'Any ride ticket' },
  of: { collection: 'fair_tickets' },
}

export const fairCampaigns: readonly FairCampaign[] = [
  {
    slug: 'golden_night',
    name: { th: 'ครบสามตรา รับโคมทอง', en: 'Three Stamps, a Golden Lantern' },
    description: {
      th: 'สะสมตราโคมให้ครบสามดวง แล้วรับโคมทองของคืนเพ็ญ ซึ่งมีไม่กี่ดวง',
      en: 'Collect three lantern stamps for a golden lantern of the full moon, of which there are few.',
    },
    needs: [stamp(1), stamp(2), stamp(3)],
    gives: 'golden_lantern',
    perPerson: 1,
    cooldown: null,
    minted: true,
  },
  {
    slug: 'ride_stamp',
    name: { th: 'มีตั๋ว รับตรา', en: 'A Stamp for a Ticket' },
    description: {
      th: 'ตั๋วเครื่องเล่นหนึ่งใบแลกตราโคมได้หนึ่งดวง ตั๋วยังเป็นของคุณ',
      en: 'Each ride ticket is good for one lantern stamp, and stays yours.',
    },
    needs: [ticket],
    gives: 'lantern_stamp',
    perPerson: null,
    cooldown: null,
  },
  {
    slug: 'lantern_stamp_walk',
    name: { th: 'ปล่อยโคม รับตรา', en: 'A Stamp for a Lantern' },
    description: {
      th: 'ใครมีโคมส้มจีวรรับตราโคมได้หนึ่งดวงที่ลานหน้าวัด',
      en: 'Whoever has a saffron lantern gets a stamp in front of the temple.',
    },
    needs: [
      {
        tag: 'lantern',
        name: { th: 'โคมส้มจีวร', en: 'A saffron lantern' },
        of: { item: 'saffron_lantern' },
      },
    ],
    gives: 'lantern_stamp',
    perPerson: 1,
    cooldown: null,
  },
  {
    slug: 'daily_visit',
    name: { th: 'แวะงานวัดวันละครั้ง', en: 'A Visit a Day' },
    description: {
      th: 'แวะมาวันละครั้ง รับตราโคมวันละหนึ่งดวง',
      en: 'Come by once a day, for a lantern stamp a day.',
    },
    needs: [],
    gives: 'lantern_stamp',
    perPerson: 1,
    cooldown: DAY_S,
  },
  {
    slug: 'rainy_evening',
    name: { th: 'ฝนตกก็มา', en: 'Come Rain or Shine' },
    description: {
      th: 'ตราพิเศษของคืนฝนพรำ เปิดเมื่อฝนมา',
      en: 'A stamp for evenings of rain; it opens when it rains.',
    },
    needs: [],
    gives: 'lantern_stamp',
    perPerson: 1,
    cooldown: null,
    state: 'paused',
  },
  {
    slug: 'early_birds',
    name: { th: 'มาก่อนใคร', en: 'Early Birds' },
    description: { th: 'ตราของผู้ที่มาคืนแรก', en: 'A stamp for whoever came on the first night.' },
    needs: [ticket],
    gives: 'lantern_stamp',
    perPerson: 1,
    cooldown: null,
    state: 'ended',
  },
  {
    slug: 'gate_gift',
    name: { th: 'ของขวัญหน้างาน', en: 'A Gift at the Gate' },
    description: { th: 'เจ้าหน้าที่หน้างานเป็นผู้แจก', en: 'Given by who stands at the gate.' },
    needs: [],
    gives: 'saffron_lantern',
    perPerson: 1,
    cooldown: null,
    state: 'internal',
    minted: true,
  },
]

/** Given at the gate to somebody who has not signed in yet: it waits for them, and then for a wallet of theirs. */
export const phoneGift = { campaign: 'gate_gift', phone: '+66810000090' } as const

/** What a campaign asks for and gives, as a model of the service. @param idOf the id of an item or a collection by its slug */
export function modelOf(
  { needs, gives }: Pick<FairCampaign, 'needs' | 'gives'>,
  idOf: (slug: string) => string,
) {
  const requirements = needs.map(({ tag, name, of }) => ({
    tag,
    displayName: bilingual(name),
    type: 'vnft' as const,
    ...('item' in of ? { vitemId: idOf(of.item) } : { vcollectionId: idOf(of.collection) }),
  }))
  return { requirements, rewards: [{ type: 'vnft' as const, tag: 'reward', nftItemId: idOf(gives) }] }
}
