import { type Random, randomFrom, times } from '@talad/demo/random'
import { COMMAND_TOPIC, retryCommands, subscribeCommands } from '@talad/ledger/consumers/command'
import type { Deps } from '@talad/ledger/deps'
import { openPosting } from '@talad/ledger/transfer/post'
import { publish } from '@talad/ledger/transfer/publish'
import { sealing, verifyLedger } from '@talad/ledger/transfer/seal'
import {
  PayShippingSchema,
  PostTopupSchema,
  RefundShippingSchema,
  ReleaseShippingFundsSchema,
  SettleShippingSchema,
} from '@talad/proto/ledger/v1/commands'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { canonicalJson } from '@talad/shared/json'
import { holds } from '../../proof.ts'
import { caughtUp, keepUp } from './read-up.ts'
import type { Common, Play } from './station.ts'
import { hear, rowsOf, type Script, type Seen, sent, woven } from './steps.ts'
import { eventsOf, lastTold, type Told, toldBy } from './told.ts'
import { losingAnswers, type Trouble, troubledBatches } from './trouble.ts'

type Ledger = Deps & Common

const GROSS = 10_000n
const BUYERS = 3
const COMMANDS = 6

/** Something that is asked of one buyer's money; it need not make sense. */
function commandOf(buyer: string, number: number, random: Random): Outgoing {
  const shippingId = `${buyer}-${Math.floor(random() * 2)}`
  const common = { shippingId, buyerCustomerId: buyer }
  const pay = { ...common, gross: GROSS, attempt: number }
  const value = BigInt(1 + Math.floor(random() * 15_000))
  const sellerCustomerId = 'join-seller'
  const parts = [
    { customerId: '', type: 'service', value: 250n },
    { customerId: sellerCustomerId, type: 'net', value: 9_750n },
  ]
  const topup = {
    topupId: `${buyer}-${number}`,
    customerId: buyer,
    value,
    provider: 'dev',
    providerReference: '',
  }
  const makes = [
    () => outgoing(COMMAND_TOPIC, buyer, PostTopupSchema, topup),
    () => outgoing(COMMAND_TOPIC, buyer, PostTopupSchema, { ...topup, pay }),
    () => outgoing(COMMAND_TOPIC, buyer, PayShippingSchema, { ...pay, lockPartial: true }),
    () => outgoing(COMMAND_TOPIC, buyer, PayShippingSchema, { ...pay, lockPartial: random() < 0.5 }),
    () => outgoing(COMMAND_TOPIC, buyer, ReleaseShippingFundsSchema, common),
    () => outgoing(COMMAND_TOPIC, buyer, RefundShippingSchema, { ...common, gross: GROSS }),
    () =>
      outgoing(COMMAND_TOPIC, buyer, SettleShippingSchema, {
        ...common,
        sellerCustomerId,
        gross: GROSS,
        parts,
      }),
  ]
  const make = makes[Math.floor(random() * makes.length)] ?? makes[0]
  if (!make) throw new Error('there is nothing to ask')
  return make()
}

/** What some buyers ask for; the keys of `release`, `refund` and `settle` come more than once, under other ids. */
function scriptOf(seed: string): Script<Ledger> {
  const random = randomFrom(seed)
  const lists = times(BUYERS, (buyer) =>
    times(COMMANDS, (n) => {
      const out = commandOf(`join-${buyer}`, n, random)
      return hear<Ledger>(sent('shipping-payment', `${seed}.${buyer}.${n}`, out))
    }),
  )
  return { given: async () => undefined, steps: woven(lists, random), copies: [] }
}

const isBalance = ({ type }: Told) => type.endsWith('.BalanceChanged')
const accountOf = ({ body }: Told) => `${body.customerId} ${body.unit}`

async function see({ db }: Ledger): Promise<Seen> {
  const { faults } = await verifyLedger(db)
  holds(faults.length === 0, `the ledger no longer verifies: ${faults[0]}`)
  const told = toldBy(await eventsOf(db), publish)
  const tables = { account: [], escrow: [], posting: [] }
  const every = await rowsOf(db, { ...tables, flow: ['id'] })
  const last = await rowsOf(db, { ...tables, flow: ['id', 'balance_after', 'locked_after'] })
  const outcomes = told.filter((one) => !isBalance(one)).map((one) => canonicalJson(one))
  return {
    every: [...every, ...told.map((one) => canonicalJson(one))],
    last: [...last, ...outcomes.sort(), ...lastTold(told.filter(isBalance), [], accountOf)],
    copies: [],
  }
}

async function start(deps: Ledger, trouble: Trouble) {
  losingAnswers(deps.posting.db, trouble)
  const commands = await subscribeCommands({
    ...deps,
    bus: troubledBatches(deps.bus, deps.posting.db, trouble),
  })
  const seals = keepUp(deps, sealing)
  return {
    async close() {
      await commands.close()
      await seals.close()
    },
  }
}

export const ledgerPlay: Play<Ledger> = {
  service: 'ledger',
  handlers: {
    'consumers/command.ts': [
      ...['PayShipping', 'PostTopup', 'RefundShipping', 'ReleaseShippingFunds', 'SettleShipping'],
    ],
  },
  open(common) {
    const posting = openPosting(common.url, {})
    return { deps: { ...common, posting } as Ledger, close: () => posting.db.end() }
  },
  start,
  drain: (deps) => retryCommands(deps),
  settle: (deps) => caughtUp(deps, sealing),
  see,
  scriptOf,
}
