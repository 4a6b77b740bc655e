import { orderDigest, orderHash, recoverSigner } from '@talad/contracts/seaport'
import type { Run } from '@talad/dev/run-file'
import { draftListing, putBody, signWithKey } from '@talad/dev/seed/listing'
import type { Person } from '@talad/dev/seed/site'
import { startSystem } from '@talad/e2e/system'
import { crowdSettings, gatherCrowd } from '@talad/faults/crowd/crowd'
import { offerGoods } from '@talad/faults/crowd/market'
import { readClaim } from '@talad/order-book/listing/claim'
import { orderBookHttp, type PutOrderBody, putOrder } from '@talad/proto/http/order-book/orders'
import type { Bench, Context, Line } from '../bench.ts'
import { type Measured, repeat, summary } from '../measure.ts'

const ORDERS = 400
const SELLERS = 8
const LANES = 16
const RECOVERY_MS = 3_000
const BAR = 0.6

type Signed = { seller: Person; body: PutOrderBody }

/** Orders that are signed and not put, of things that the market knows. */
async function signOrders(run: Run, count: number): Promise<Signed[]> {
  const { sellers, goods } = await gatherCrowd(run, { sellers: SELLERS, buyers: 0, goods: count })
  await offerGoods(run, sellers, goods, () => 12_345n) // waits until everything is known
  const byAddress = new Map(sellers.map((seller) => [seller.address, seller]))
  const signed: Signed[] = []
  for (const { owner, contract, type, tokenId } of goods) {
    const seller = byAddress.get(owner)
    if (!seller) continue
    const terms = await seller.call(orderBookHttp.orderTerms, {})
    const wish = { contract, type, tokenId, amount: 1n, priceSatang: 23_456n }
    const components = await draftListing(run, seller, terms, wish)
    const signature = await signWithKey(run, seller)(components)
    signed.push({ seller, body: await putBody({ run, person: seller, terms, wish, components, signature }) })
  }
  return signed
}

/** Puts them all, so many at once. */
async function putAll(signed: readonly Signed[]): Promise<Measured> {
  const latencies: number[] = []
  const waiting = [...signed]
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const since = performance.now()
        await next.seller.call(orderBookHttp.putOrder, { body: next.body })
        latencies.push(performance.now() - since)
      }
    }),
  )
  return summary(latencies, performance.now() - begun)
}

/** Does something to one order after the other. */
function over(signed: readonly Signed[], ms: number, work: (body: PutOrderBody) => void): Promise<Measured> {
  let at = 0
  return repeat({ workers: 1, ms }, async () => {
    const next = signed[at++ % signed.length]
    if (next) work(next.body)
  })
}

const { body: schema } = putOrder

async function run({ scale, say }: Context): Promise<Line[]> {
  const system = await startSystem({
    kind: 'embedded',
    env: { TALAD_SERVICES: JSON.stringify(crowdSettings) },
  })
  try {
    const { run: at } = system
    const chain = { chainId: at.chainId, seaport: at.contracts.seaport }
    const signed = await signOrders(at, Math.max(40, Math.round(ORDERS * scale)))
    say(`${signed.length} orders are signed`)
    const put = await putAll(signed)
    const recovery = await over(signed, RECOVERY_MS, ({ order }) => {
      recoverSigner(orderDigest(order.hash, chain), String(order.order.signature))
    })
    const judged = await over(signed, RECOVERY_MS, (body) => {
      if (!schema) throw new Error('the call takes no body')
      const claim = readClaim(schema.parse(body))
      const hash = orderHash(claim.parameters, claim.parameters.counter)
      recoverSigner(orderDigest(hash, chain), String(claim.signature))
    })
    const yardstick = { what: 'recover in a loop', figure: recovery.perSecond }
    const bar = (rate: number) => ({ says: `at least ${BAR}`, reached: rate >= BAR * recovery.perSecond })
    return [
      {
        what: `POST /order over the site, ${LANES} at once: chain, simulated fill and stored`,
        ours: put.perSecond,
        unit: 'orders/s',
        yardstick,
        bar: bar(put.perSecond),
      },
      { what: 'the same, p50', ours: put.p50, unit: 'ms' },
      { what: 'the same, p99', ours: put.p99, unit: 'ms' },
      {
        what: 'of it what is computed: read, hashed, recovered',
        ours: judged.perSecond,
        unit: 'orders/s',
        yardstick,
        bar: bar(judged.perSecond),
      },
    ]
  } finally {
    await system.stop()
  }
}

export const intakeBench: Bench = {
  name: 'intake',
  bar: 'P4',
  title:
    'Signed orders put over the site on a running system, beside the recovery of their signatures alone.',
  run,
}
