import * as mintableToken from '@talad/contracts/abi/MintableToken'
import * as collectionErc721 from '@talad/contracts/abi/TaladERC721'
import type { Run } from '@talad/dev/run-file'
import type { Person } from '@talad/dev/seed/site'
import type { Offer } from '@talad/faults/crowd/market'
import { givePoints } from '@talad/faults/crowd/people'
import { pay, reserve } from '@talad/faults/crowd/purchase'
import { ResponseError } from '@talad/proto/http/client'
import { Interface, Wallet } from 'ethers'
import type { Blocks } from './blocks.ts'
import { PLAIN_FOLDER, SLOW_TOKENS, STRANGE_FOLDER } from './gateway.ts'

/** What a stranger does all day: a wave is about one full block, or a purchase. */
export type Recipe = { name: string; wave(number: number): Promise<unknown> }

/** Who does it, and what they may buy. */
export type Strangers = {
  run: Run
  blocks: Blocks
  buyers: Person[]
  offers: Offer[]
  say(line: string): void
}

/** Returns the selector that it was called by, as a receiver of tokens does. */
const HOLDS = `0x5f357f${'f'.repeat(8)}${'0'.repeat(56)}165f5260205ff3`
/** Burns 19.5 million gas; holds what it gets where gas costs nothing, as in a look without a price, and refuses it else. */
const BURNS = `0x622fffff5f20503a603557${HOLDS.slice(2)}5b5f5ffd`

const collection = new Interface(collectionErc721.abi)
const token = new Interface(mintableToken.abi)
const nobody = () => Wallet.createRandom().address
const moveTo = (folder: string, wave: number | string) =>
  collection.encodeFunctionData('setBaseURI', [`ipfs://${folder}/${wave}/`])

/** 1: a collection says again and again that the metadata of all its tokens may have changed. */
export async function metadataStorm({ blocks }: Strangers): Promise<Recipe> {
  const owner = await blocks.repeater()
  const strange = await owner.collection(`ipfs://${PLAIN_FOLDER}/`)
  const mint = (first: number) => collection.encodeFunctionData('mint', [nobody(), first])
  for (let first = 0; first < 2_000; first += 250) await owner.repeat(250, strange, mint(first), 1)
  return {
    name: '7,500 × setBaseURI over 2,000 tokens',
    wave: (number) => owner.repeat(7_500, strange, moveTo(PLAIN_FOLDER, number)),
  }
}

/** 2: a receiver that burns gas, from the beginning or as soon as it was paid. */
export async function burningReceiver({ blocks, buyers, offers, say }: Strangers): Promise<Recipe> {
  async function wave(number: number): Promise<void> {
    const [buyer, offer] = [buyers[number], offers.pop()]
    if (!buyer || !offer) return
    await givePoints(buyer, Number(offer.priceSatang), `burn-${number}`)
    const burning = { ...buyer, address: await blocks.codeAt(BURNS) }
    const refused = await reserve(burning, offer.order).catch((error: unknown) => error)
    say(`burns from the beginning: ${refused instanceof ResponseError ? refused.code : 'reserved'}`)
    if (!(refused instanceof ResponseError)) return
    const turning = { ...buyer, address: await blocks.codeAt(HOLDS) }
    const reserved = await reserve(turning, offer.order)
    await pay(buyer, reserved)
    await blocks.rpc('anvil_setCode', turning.address, BURNS)
  }
  return { name: 'buyers whose contract burns 20M gas', wave }
}

/** 3: tokens whose drawings are slow, and many whose metadata change at once. */
export async function slowDrawings({ blocks }: Strangers): Promise<Recipe> {
  const owner = await blocks.repeater()
  const strange = await owner.collection(`ipfs://${STRANGE_FOLDER}/first/`)
  const mint = (first: number) => collection.encodeFunctionData('mint', [nobody(), first])
  for (const first of [0, 250, 500, 750]) await owner.repeat(250, strange, mint(first), 1)
  return {
    name: `${SLOW_TOKENS} slow drawings of 1,000 tokens`,
    wave: (number) => owner.repeat(1, strange, moveTo(STRANGE_FOLDER, number)),
  }
}

/** 4: blocks of logs that are nobody's, with a token of a collection of ours in each. */
export async function foreignLogs({ blocks }: Strangers): Promise<Recipe> {
  const owner = await blocks.repeater()
  const strange = await owner.collection(`ipfs://${PLAIN_FOLDER}/`)
  let minted = 0
  const mint = () => {
    minted += 1
    return owner.once(strange, collection.encodeFunctionData('mint', [nobody(), minted]))
  }
  return { name: '65,000 empty logs and a token in a block', wave: () => blocks.noisy(65_000, mint) }
}

/** 5: a token in which is paid is approved all the time. */
export async function approvals({ blocks, run }: Strangers): Promise<Recipe> {
  const owner = await blocks.repeater()
  const approve = token.encodeFunctionData('approve', [nobody(), 1])
  return {
    name: '9,000 approvals of a price token in a block',
    wave: () => owner.repeat(9_000, run.contracts.thbk, approve),
  }
}

export const recipes = [metadataStorm, burningReceiver, slowDrawings, foreignLogs, approvals]
