/** A wallet request in words that a person can judge. */
import { formatUnits, MaxUint256 } from 'ethers'
import { z } from 'zod'
import { type Text, when } from '../html.ts'
import type { TokenNames } from './tokens.ts'
import type { Payload, TypedData } from './wallet-payload.ts'

export type Fact = { label: Text; value: string }

export type Description = { title: Text; facts: Fact[]; meaning: Text; raw?: string }

const itemSchema = z.object({
  itemType: z.coerce.number().int(),
  token: z.string(),
  identifierOrCriteria: z.coerce.string(),
  startAmount: z.coerce.bigint(),
})

const seaportSchema = z.object({
  offer: z.array(itemSchema).min(1),
  consideration: z.array(itemSchema).min(1),
  endTime: z.coerce.bigint(),
})

type Item = z.infer<typeof itemSchema>

const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

/** Seaport's item types 0 and 1 are coin and ERC-20; from 2 on they are NFTs. */
const isMoney = ({ itemType }: Item) => itemType <= 1

/** Says what a request means, with names from the chain where it has them. */
export async function describe(payload: Payload, names: TokenNames): Promise<Description> {
  if ('typedData' in payload) return describeTyped(payload.typedData, names)
  if ('message' in payload)
    return {
      title: { th: 'ลงชื่อข้อความ', en: 'Sign a message' },
      facts: [],
      meaning: { th: 'ไม่มีค่าใช้จ่าย และไม่ย้ายทรัพย์สิน', en: 'Costs nothing and moves nothing.' },
      raw: payload.message,
    }
  if (payload.kind === 'approve-nfts') return describeNftApproval(payload, names)
  if (payload.kind === 'approve-tokens') return describeTokenApproval(payload, names)
  if (payload.kind === 'transfers') return describeTransfers(payload, names)
  return {
    title: { th: 'ส่งธุรกรรม', en: 'Send a transaction' },
    facts: [
      { label: { th: 'ถึงสัญญา', en: 'To' }, value: await contractName(payload.to, names) },
      { label: { th: 'เหรียญที่ส่ง', en: 'Coins sent' }, value: formatUnits(payload.value, 18) },
    ],
    meaning: { th: 'ธุรกรรมนี้จะถูกส่งเข้าเครือข่ายทันที', en: 'Is sent to the chain at once and cannot be undone.' },
    raw: payload.data,
  }
}

async function describeTyped(typedData: TypedData, names: TokenNames): Promise<Description> {
  const order = seaportSchema.safeParse(typedData.message)
  if (typedData.primaryType === 'OrderComponents' && order.success) return describeOrder(order.data, names)
  return {
    title: { th: 'ลงชื่อข้อมูล', en: 'Sign data' },
    facts: [
      { label: { th: 'แอป', en: 'App' }, value: typedData.domain.name ?? '–' },
      { label: { th: 'ชนิด', en: 'Type' }, value: typedData.primaryType },
    ],
    meaning: { th: 'ตรวจข้อมูลด้านล่างก่อนอนุมัติ', en: 'Read the data below before you approve.' },
    raw: JSON.stringify(typedData.message, null, 2),
  }
}

async function describeOrder(order: z.infer<typeof seaportSchema>, names: TokenNames): Promise<Description> {
  const selling = order.offer.some((item) => !isMoney(item))
  const nfts = [...order.offer, ...order.consideration].filter((item) => !isMoney(item))
  const price = (selling ? order.consideration : order.offer).filter(isMoney)
  const until = new Date(Number(order.endTime) * 1000)
  const facts: Fact[] = [
    {
      label: { th: 'ชิ้นงาน', en: 'NFT' },
      value: (await Promise.all(nfts.map((nft) => nftName(nft, names)))).join(', '),
    },
    { label: { th: 'ราคา', en: 'Price' }, value: await priceText(price, names) },
    {
      label: { th: 'สิ้นสุด', en: 'Ends' },
      value: Number.isNaN(until.getTime()) ? '–' : when(until),
    },
  ]
  return selling
    ? {
        title: { th: 'ประกาศขาย', en: 'List for sale' },
        facts,
        meaning: {
          th: 'ผู้ซื้อที่จ่ายราคานี้จะได้ชิ้นงานไปโดยไม่ต้องถามคุณอีก',
          en: 'Whoever pays this price gets the NFT without asking you again.',
        },
      }
    : {
        title: { th: 'เสนอซื้อ', en: 'Offer to buy' },
        facts,
        meaning: {
          th: 'เจ้าของที่ยอมรับจะได้เงินจำนวนนี้จากคุณ',
          en: 'The owner who accepts gets this amount from you.',
        },
      }
}

async function nftName(
  { token, identifierOrCriteria, startAmount }: Item,
  names: TokenNames,
): Promise<string> {
  const amount = startAmount > 1n ? ` × ${startAmount}` : ''
  return `${await contractName(token, names)} #${identifierOrCriteria}${amount}`
}

async function priceText(items: readonly Item[], names: TokenNames): Promise<string> {
  const byToken = new Map<string, bigint>()
  for (const { token, startAmount } of items) byToken.set(token, (byToken.get(token) ?? 0n) + startAmount)
  const texts = [...byToken].map(([token, amount]) => moneyText(token, amount, names))
  return (await Promise.all(texts)).join(' + ') || '–'
}

/** An amount of a token; baht for the baht-pegged tokens, whose symbols carry THB. */
async function moneyText(token: string, amount: bigint, names: TokenNames): Promise<string> {
  if (/^0x0{40}$/.test(token)) return formatUnits(amount, 18)
  const known = await names(token)
  if (known?.decimals === undefined) return `${amount} × ${short(token)}`
  const [whole = '0', fraction = ''] = formatUnits(amount, known.decimals).split('.')
  const number = `${whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')}.${fraction.padEnd(2, '0')}`
  const symbol = known.symbol ?? known.name
  return /thb/i.test(symbol) ? `฿${number} (${symbol})` : `${number} ${symbol}`
}

async function contractName(address: string, names: TokenNames): Promise<string> {
  return (await names(address))?.name ?? short(address)
}

async function describeTransfers(
  { transfers }: Extract<Payload, { kind: 'transfers' }>,
  names: TokenNames,
): Promise<Description> {
  const facts = await Promise.all(
    transfers.map(async ({ contract, tokenId, amount, to }): Promise<Fact[]> => {
      const item = {
        token: contract,
        identifierOrCriteria: tokenId,
        startAmount: BigInt(amount),
        itemType: 2,
      }
      return [
        { label: { th: 'ชิ้นงาน', en: 'NFT' }, value: await nftName(item, names) },
        { label: { th: 'ผู้รับ', en: 'To' }, value: to },
      ]
    }),
  )
  return {
    title: { th: 'ส่งชิ้นงานให้ผู้อื่น', en: 'Send to somebody' },
    facts: facts.flat(),
    meaning: {
      th: 'ส่งแล้วเรียกคืนไม่ได้ ตรวจสอบผู้รับก่อนอนุมัติ',
      en: 'Can’t be called back: check who gets it before you approve.',
    },
  }
}

async function describeNftApproval(
  payload: Extract<Payload, { kind: 'approve-nfts' }>,
  names: TokenNames,
): Promise<Description> {
  const facts: Fact[] = [
    { label: { th: 'คอลเลกชัน', en: 'Collection' }, value: await contractName(payload.contract, names) },
    { label: { th: 'ผู้รับสิทธิ์', en: 'Who' }, value: await contractName(payload.operator, names) },
  ]
  return payload.approved
    ? {
        title: { th: 'อนุญาตให้ย้ายชิ้นงาน', en: 'Allow moving NFTs' },
        facts,
        meaning: {
          th: 'ผู้รับสิทธิ์จะย้ายชิ้นงานทุกชิ้นของคุณในคอลเลกชันนี้ได้ จนกว่าคุณจะยกเลิก',
          en: 'They may move every NFT of this collection that you own, until you take it back.',
        },
      }
    : {
        title: { th: 'ยกเลิกสิทธิ์ย้ายชิ้นงาน', en: 'Stop moving NFTs' },
        facts,
        meaning: { th: 'ผู้รับสิทธิ์จะย้ายชิ้นงานของคุณไม่ได้อีก', en: 'They may no longer move your NFTs.' },
      }
}

async function describeTokenApproval(
  { contract, spender, amount }: Extract<Payload, { kind: 'approve-tokens' }>,
  names: TokenNames,
): Promise<Description> {
  const unlimited = BigInt(amount) === MaxUint256
  return {
    title: { th: 'อนุญาตให้ใช้เหรียญ', en: 'Allow spending tokens' },
    facts: [
      {
        label: { th: 'ไม่เกิน', en: 'Up to' },
        value: unlimited
          ? `ไม่จำกัด · no limit (${await contractName(contract, names)})`
          : await moneyText(contract, BigInt(amount), names),
      },
      { label: { th: 'ผู้รับสิทธิ์', en: 'Who' }, value: await contractName(spender, names) },
    ],
    meaning: {
      th: 'ผู้รับสิทธิ์จะใช้เหรียญของคุณได้ไม่เกินจำนวนนี้',
      en: 'They may spend up to this amount of yours.',
    },
  }
}
