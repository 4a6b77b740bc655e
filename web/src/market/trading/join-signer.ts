import { FetchError } from '@talad/proto/http/client'
import {
  approveNfts,
  approveTokens,
  contractRequest,
  requestWebviewSignature,
  signatureLoad,
} from '@talad/proto/http/identity/signing'
import { transactionDetails, transferNfts } from '@talad/proto/http/identity/transfers'
import { call } from '@talad/ui/client/call'
import { TradeError } from './context.ts'
import { JOIN_POLLING, type Polling } from './polling.ts'
import { type RefusedBecause, SignatureRefused, type SignControl, type Signer } from './signer.ts'

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer)
      reject(new SignatureRefused('cancelled'))
    })
  })
}

/** Looks again and again until the person has decided on the phone (ID-20). A late answer is asked for by nobody (WB-21). */
async function decision<T>(
  look: (signal: AbortSignal) => Promise<T | undefined>,
  polling: Polling,
  signal: AbortSignal,
  timeUp: RefusedBecause = 'expired',
): Promise<T> {
  for (let asked = 0; asked < polling.times; asked += 1) {
    await pause(asked === 0 ? polling.firstMs : polling.everyMs, signal)
    // What was approved on the phone is not lost because the line broke: it is asked for again.
    const answer = await look(signal).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof FetchError)) throw error
      return undefined
    })
    if (answer !== undefined) return answer
  }
  throw new SignatureRefused(timeUp)
}

const signed = (requestId: string) => async (signal: AbortSignal) => {
  const answer = await call(signatureLoad, { query: { requestId } }, { signal })
  if (answer.status === 'signed') return answer
  if (answer.status !== 'pending') throw new SignatureRefused(answer.status)
  return undefined
}

/** ID-19: the hash of what was sent; that it was mined, the chain says. */
const onItsWay = (groupId: string) => async (signal: AbortSignal) => {
  const { status, transfers } = await call(transactionDetails, { query: { groupId } }, { signal })
  const hash = transfers[0]?.txHash
  if (hash) return hash
  if (status === 'REJECTED') throw new SignatureRefused('rejected')
  if (status === 'EXPIRED') throw new SignatureRefused('expired')
  if (status === 'FAILED') throw new TradeError({ kind: 'not-taken' })
  return undefined
}

type Request = { requestId: string; webviewUrl: string }

/** Goes on waiting for a signature that an earlier page asked a phone for. @throws SignatureRefused */
export async function signatureAsked(
  requestId: string,
  devMode: boolean,
  signal: AbortSignal,
): Promise<string> {
  const polling = devMode ? JOIN_POLLING.development : JOIN_POLLING.production
  const { signature } = await decision(signed(requestId), { ...polling, firstMs: 0 }, signal)
  if (!signature) throw new SignatureRefused('rejected')
  return signature
}

/** Goes on waiting for what an earlier page asked a phone to send; its hash. @throws SignatureRefused, TradeError */
export function sendingAsked(groupId: string, devMode: boolean, signal: AbortSignal): Promise<string> {
  const polling = devMode ? JOIN_POLLING.development : JOIN_POLLING.production
  return decision(onItsWay(groupId), { ...polling, firstMs: 0 }, signal, 'still_asked')
}

/** A signer for a Join wallet. `devMode` asks more often, as the stand-in of the phone answers at once. */
export function joinSigner(address: string, devMode: boolean): Signer {
  const polling = devMode ? JOIN_POLLING.development : JOIN_POLLING.production
  const decided = async <T>(
    link: string,
    look: (signal: AbortSignal) => Promise<T | undefined>,
    { signal, onWaiting }: SignControl,
    timeUp?: RefusedBecause,
  ) => {
    onWaiting(link)
    try {
      return await decision(look, polling, signal, timeUp)
    } catch (error) {
      if (signal.aborted) throw new SignatureRefused('cancelled')
      throw error
    }
  }
  const settle = ({ requestId, webviewUrl }: Request, control: SignControl) =>
    decided(webviewUrl, signed(requestId), control)
  return {
    kind: 'join',
    address,
    async signOrder(typedData, control) {
      const request = await call(requestWebviewSignature, { body: { typedData } })
      control.onAsked?.({ requestId: request.requestId, link: request.webviewUrl })
      const { signature } = await settle(request, control)
      if (!signature) throw new SignatureRefused('rejected')
      return signature
    },
    async approveCollection(contract, operator, control, approved = true) {
      await settle(await call(approveNfts, { body: { contract, operator, approved } }), control)
    },
    async approveToken(contract, spender, amount, control) {
      const body = { contract, spender, amount: String(amount) }
      await settle(await call(approveTokens, { body }), control)
    },
    async send({ to, data }, control) {
      const { txHash } = await settle(await call(contractRequest, { body: { to, data } }), control)
      if (!txHash) throw new SignatureRefused('rejected')
      return txHash
    },
    async transfer({ blockchain, contract: contractAddress, tokenId, amount, to, key }, control) {
      const transfer = { blockchain, contractAddress, tokenId, amount: String(amount), to }
      const body = { from: address, transfers: [transfer] }
      const { groupId, webviewUrl } = await call(transferNfts, { body }, { idempotencyKey: key })
      control.onAsked?.({ requestId: groupId, link: webviewUrl })
      return decided(webviewUrl, onItsWay(groupId), control, 'still_asked').catch((error: unknown) => {
        const isOpen = error instanceof SignatureRefused && error.reason === 'cancelled'
        throw isOpen ? new SignatureRefused('still_asked') : error
      })
    },
  }
}
