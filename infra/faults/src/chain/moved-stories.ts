import { cancelData, incrementCounterData } from '@talad/contracts/calldata'
import type { Random } from '@talad/demo/random'
import type { Order } from '@talad/proto/http/order-book/orders'
import { addressOf, type Call, erc721, erc1155, OWNER, RELAYER, type TestChain } from './test-chain.ts'

/** of a listing of several */
export const UNITS = 4

export const STORIES = [
  'out and back',
  'a detour and back',
  'revoked',
  'counter raised',
  'cancelled on chain',
] as const

/** A listing and what happens to it. */
export type Told = {
  seller: number
  story: (typeof STORIES)[number]
  kind: 'single' | 'multiple'
  token: number
  order: Order
}

function moveCall(chain: TestChain, one: Told, from: number, to: number): Call {
  const [sender, receiver] = [addressOf(from), addressOf(to)]
  return one.kind === 'single'
    ? {
        from,
        to: chain.single,
        data: erc721.encodeFunctionData('transferFrom', [sender, receiver, one.token]),
      }
    : {
        from,
        to: chain.multiple,
        data: erc1155.encodeFunctionData('safeTransferFrom', [sender, receiver, one.token, UNITS, '0x']),
      }
}

export function approveCall(chain: TestChain, seller: number, kind: Told['kind'], approved: boolean): Call {
  const data = erc721.encodeFunctionData('setApprovalForAll', [chain.deployment.seaport, approved])
  return { from: seller, to: chain[kind], data }
}

/** What happens to a listing, block by block. Each block's calls are of different senders. */
export function blocksOf({ chain, random }: { chain: TestChain; random: Random }, one: Told): Call[][] {
  const { seller, story, kind, order } = one
  const to = chain.deployment.seaport
  const move = (from: number, receiver: number) => moveCall(chain, one, from, receiver)
  switch (story) {
    case 'out and back': {
      const steps = [move(seller, OWNER), move(OWNER, seller)]
      return random() < 0.5 ? [steps] : steps.map((step) => [step])
    }
    case 'a detour and back':
      return [[move(seller, OWNER)], [move(OWNER, RELAYER)], [move(RELAYER, seller)]]
    case 'revoked':
      return [[approveCall(chain, seller, kind, false)]]
    case 'counter raised':
      return [[{ from: seller, to, data: incrementCounterData() }]]
    case 'cancelled on chain':
      return [[{ from: seller, to, data: cancelData([order.order.parameters]) }]]
  }
}
