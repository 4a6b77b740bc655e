import { fromBinary } from '@bufbuild/protobuf'
import { type Random, randomFrom, times } from '@talad/demo/random'
import { COMMAND_TOPIC, commands } from '@talad/ledger/consumers/command'
import type { Deps } from '@talad/ledger/deps'
import { service } from '@talad/ledger/service'
import { hashChain } from '@talad/ledger/transfer/hash-chain'
import { openPosting } from '@talad/ledger/transfer/post'
import {
  CaptureSchema,
  file_ledger_v1_commands,
  HoldSchema,
  PostSchema,
  ReleaseSchema,
} from '@talad/proto/ledger/v1/commands'
import { ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import { type Outgoing, type OutMessage, outgoing } from '@talad/shared/bus/port'
import { retryParked, runConsumers } from '@talad/shared/consumer'
import { drainConsumers, startConsumers } from './consumers-play.ts'
import type { Common, Play } from './harness.ts'
import { purchaseOf } from './public-lives.ts'
import { caughtUp, keepUp } from './read-up.ts'
import type { Look } from './seen.ts'
import { hear, type Script, sent, woven } from './steps.ts'
import type { Told } from './told.ts'
import { losingAnswers, refusingConnections, type Trouble, troubledBatches } from './trouble.ts'

type Ledger = Deps & Common

const GROSS = 10_000n
const BUYERS = 3
const COMMANDS = 6
const PURCHASES = 2

type Side = readonly [account: string, unit: 'pt_thb' | 'ft_thb', type: 'in' | 'out', value: bigint]

function postOf(flow: string, id: string, customerId: string, ...sides: readonly Side[]) {
  const postings = sides.map(([account, unit, type, value]) => ({ account, unit, type, value }))
  return { flow, id, customerId, reference: '', postings }
}

/** Something that is asked of one buyer's money; it need not make sense. */
function commandOf(buyer: string, number: number, random: Random): Outgoing {
  const id = `${buyer}-${Math.floor(random() * 2)}`
  const hold = { flow: 'shipping', id, customerId: buyer, amount: GROSS }
  const value = BigInt(1 + Math.floor(random() * 15_000))
  const credited: Side = [buyer, 'pt_thb', 'in', value]
  const topup = postOf(
    'topup',
    `${buyer}-${number}`,
    buyer,
    ['platform:provider_clearing', 'pt_thb', 'out', value],
    credited,
  )
  const escrow: Side = ['platform:escrow', 'pt_thb', 'out', GROSS]
  const back = postOf('refund', id, buyer, escrow, [buyer, 'pt_thb', 'in', GROSS])
  const settled = postOf(
    ...(['settlement', id, buyer, escrow] as const),
    ['platform:conversion', 'pt_thb', 'in', GROSS],
    ['platform:conversion', 'ft_thb', 'out', GROSS],
    ['platform:service_fee', 'ft_thb', 'in', 250n],
    ['join-seller', 'ft_thb', 'in', 9_750n],
  )
  const paying = { ...hold, attempt: number, capture: true }
  const makes = [
    () => outgoing(COMMAND_TOPIC, buyer, PostSchema, topup),
    () => outgoing(COMMAND_TOPIC, buyer, PostSchema, { ...topup, capture: hold }),
    () => outgoing(COMMAND_TOPIC, buyer, HoldSchema, { ...paying, upTo: true }),
    () => outgoing(COMMAND_TOPIC, buyer, HoldSchema, { ...paying, upTo: random() < 0.5 }),
    () => outgoing(COMMAND_TOPIC, buyer, CaptureSchema, hold),
    () => outgoing(COMMAND_TOPIC, buyer, ReleaseSchema, { flow: 'shipping', id, customerId: buyer }),
    () => outgoing(COMMAND_TOPIC, buyer, PostSchema, back),
    () => outgoing(COMMAND_TOPIC, buyer, PostSchema, settled),
  ]
  const make = makes[Math.floor(random() * makes.length)] ?? makes[0]
  if (!make) throw new Error('there is nothing to ask')
  return make()
}

const copyOf = ({ payload }: OutMessage): string => {
  const { shippingId, revision, status } = fromBinary(ShippingChangedSchema, payload)
  return `${shippingId} ${revision} ${status}`
}

/** What some buyers ask for, and purchases; the keys of captures, releases, refunds and settlements come more than once, under other ids. */
function scriptOf(seed: string): Script<Ledger> {
  const random = randomFrom(seed)
  const lists = times(BUYERS, (buyer) =>
    times(COMMANDS, (n) => {
      const out = commandOf(`join-${buyer}`, n, random)
      return hear<Ledger>(sent('shipping-payment', `${seed}.${buyer}.${n}`, out))
    }),
  )
  const purchases = times(PURCHASES, (n) => purchaseOf(`${n} ${seed}`, random))
  const told = purchases.map((messages) => messages.map((message) => hear<Ledger>(message)))
  return {
    given: async () => undefined,
    steps: woven([...lists, ...told], random),
    copies: purchases.flatMap((messages) => messages.slice(-1).map(copyOf)),
  }
}

const isBalance = ({ type }: Told) => type.endsWith('.BalanceChanged')
const accountOf = ({ body }: Told) => `${body.customerId} ${body.unit}`

const look: Look = {
  copies: `select concat_ws(' ', id, revision, status) as row from shipping_replica`,
  // how commands were put together: what is told of them is the same
  without: {
    account: ['txid'],
    posting: ['batch'],
    flow: ['id'],
    hash_chain: 'all',
    'kit.event': 'all',
  },
  unordered: { flow: ['balance_after', 'locked_after'] },
  unbound: ['LG-15'],
  thingOf: (told) => (isBalance(told) ? accountOf(told) : undefined),
}

const withoutCommands = {
  ...service,
  consumers: service.consumers.filter(({ group }) => group !== commands.group),
}

async function start(deps: Ledger, trouble: Trouble) {
  losingAnswers(deps.posting, trouble)
  refusingConnections(deps.posting, trouble)
  const bus = troubledBatches(deps.bus, trouble, trouble.refuseConnections)
  const asked = await runConsumers({ ...deps, bus }, [commands])
  const replicas = await startConsumers(deps, withoutCommands, trouble)
  const seals = keepUp(deps, hashChain)
  return {
    async close() {
      await asked.close()
      await replicas.close()
      await seals.close()
    },
  }
}

async function drain(deps: Ledger) {
  const [asked, told] = [
    await retryParked(deps, [commands], commands.group),
    await drainConsumers(deps, withoutCommands),
  ]
  return { resolved: asked.resolved + told.resolved, waiting: asked.waiting + told.waiting }
}

export const ledgerPlay: Play<Ledger> = {
  service: withoutCommands,
  takes: file_ledger_v1_commands.messages.map(({ typeName }) => `${COMMAND_TOPIC} ${typeName}`),
  open(common) {
    const posting = openPosting(common.url, {})
    return { deps: { ...common, posting } as Ledger, close: () => posting.end() }
  },
  start,
  drain,
  settle: (deps) => caughtUp(deps, hashChain),
  look,
  scriptOf,
}
