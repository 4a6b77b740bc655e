import * as probe from '@talad/contracts/abi/FillProbe'
import { fillFraction, fulfillAdvancedOrderData } from '@talad/contracts/calldata'
import { ZERO_ADDRESS } from '@talad/proto/http/order-book/seaport'
import type { RpcCall } from '@talad/shared/chain/client'
import { unixSeconds } from '@talad/shared/unix-time'
import { concat, Interface, id, toQuantity } from 'ethers'
import type { Terms } from '../public-state/terms.ts'

/** Somebody whom no chain knows. */
const STRANGER = `0x${id('order-book fill').slice(-40)}`

/** mstore(0, word) return(0, 32) */
const answering = (push: string) => `0x${push}60005260206000f3`
/** Code in place of what the other side brings: it says yes to every transfer. */
const TRUE = { code: answering('6001') }
/** Code in place of our zone: the selector of validateOrder, shifted to the front of the word. */
const AUTHORISES = { code: answering('6317b1f94260e01b') }

const creation = new Interface(probe.abi)

/**
 * The call that fills what is left of an order, as if whoever fills it had all that they need: of a listing the tokens of
 * the price, of an offer the NFT. What it tells is therefore about the order and its maker alone.
 */
export function fillCall(seaport: string, terms: Terms, left: bigint, now: Date): RpcCall {
  const { parameters, signature, price, contract, amount, start } = terms
  const data = fulfillAdvancedOrderData({
    parameters,
    signature,
    recipient: ZERO_ADDRESS,
    ...(terms.partial ? fillFraction(left, amount) : fillFraction(1n, 1n)),
  })
  const time = { time: toQuantity(Math.max(unixSeconds(now), start)) } // blocks may be older than the order
  const call = (about: object, overrides: object): RpcCall => ({
    method: 'eth_call',
    params: [about, 'latest', overrides, time],
  })
  if (terms.type !== 'offer') {
    const zone = terms.restricted ? { [parameters.zone]: AUTHORISES } : {}
    return call({ from: STRANGER, to: seaport, data }, { [price.token]: TRUE, ...zone })
  }
  // who accepts pays the fees out of the price, so Seaport must be let at their tokens first
  const code = concat([probe.bytecode, creation.encodeDeploy([price.token, seaport, data])])
  return call({ from: STRANGER, data: code }, { [contract]: TRUE })
}
