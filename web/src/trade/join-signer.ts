import { FetchError } from '@talad/proto/http/client'
import {
  approveNfts,
  approveTokens,
  contractRequest,
  requestWebviewSignature,
  signatureLoad,
} from '@talad/proto/http/signing'
import { call } from '@talad/ui/client/call'
import { SignatureRefused, type SignControl, type Signer } from '../lib/signer.ts'
import { JOIN_POLLING, type Polling } from './polling.ts'

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer)
      reject(new SignatureRefused('cancelled'))
    })
  })
}

/** Waits for the person's decision on the phone (ID-20). A late answer is asked for by nobody (WB-21). */
async function decision(requestId: string, polling: Polling, signal: AbortSignal) {
  for (let asked = 0; asked < polling.times; asked += 1) {
    await pause(asked === 0 ? polling.firstMs : polling.everyMs, signal)
    // What was approved on the phone is not lost because the line broke: it is asked for again.
    const answer = await call(signatureLoad, { query: { requestId } }, { signal }).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof FetchError)) throw error
      return undefined
    })
    if (!answer) continue
    if (answer.status === 'signed') return answer
    if (answer.status !== 'pending') throw new SignatureRefused(answer.status)
  }
  throw new SignatureRefused('expired')
}

type Request = { requestId: string; webviewUrl: string }

/** A signer for a Join wallet. `devMode` asks more often, as the stand-in of the phone answers at once. */
export function joinSigner(address: string, devMode: boolean): Signer {
  const polling = devMode ? JOIN_POLLING.development : JOIN_POLLING.production
  const settle = async (request: Request, { signal, onWaiting }: SignControl) => {
    onWaiting(request.webviewUrl)
    try {
      return await decision(request.requestId, polling, signal)
    } catch (error) {
      if (signal.aborted) throw new SignatureRefused('cancelled')
      throw error
    }
  }
  return {
    kind: 'join',
    address,
    async signOrder(typedData, control) {
      const request = await call(requestWebviewSignature, { body: { typedData } })
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
  }
}
