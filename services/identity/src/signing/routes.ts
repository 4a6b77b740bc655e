import {
  approveNfts,
  approveTokens,
  contractRequest,
  requestWebviewSignature,
  signatureLoad,
} from '@talad/proto/http/identity/signing'
import { transactionDetails, transferNfts } from '@talad/proto/http/identity/transfers'
import { lowerAddress } from '@talad/shared/chain/address'
import { type App, customer } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { readCall } from './calldata.ts'
import {
  checkNftApproval,
  checkOrder,
  checkTokenApproval,
  checkTransaction,
  type SigningRules,
} from './decide.ts'
import { loadRequest, openOrderRequest, openRequest, signerOf } from './requests.ts'
import { openTransfers, transfersOf } from './transfers.ts'

export function signingRoutes(app: App, deps: Deps): void {
  const { CHAIN_ID: chainId, SEAPORT_ADDRESS: seaport, SIGNING_CONTRACTS: contracts } = deps.config
  const rules: SigningRules = { chainId, seaport, ...contracts }

  app.route(requestWebviewSignature, async ({ actor, body }) => {
    const signer = await signerOf(deps, customer(actor))
    checkOrder(rules, signer.wallet, body.typedData)
    return openOrderRequest(deps, signer, rules, body.typedData.message)
  })

  app.route(approveTokens, async ({ actor, body }) => {
    const signer = await signerOf(deps, customer(actor))
    const ask = {
      ...body,
      contract: lowerAddress(body.contract, 'contract'),
      spender: lowerAddress(body.spender, 'spender'),
    }
    checkTokenApproval(rules, ask)
    return openRequest(deps, signer, { kind: 'approve-tokens', ...ask })
  })

  app.route(approveNfts, async ({ actor, body }) => {
    const signer = await signerOf(deps, customer(actor))
    const ask = {
      ...body,
      contract: lowerAddress(body.contract, 'contract'),
      operator: lowerAddress(body.operator, 'operator'),
    }
    checkNftApproval(rules, ask)
    return openRequest(deps, signer, { kind: 'approve-nfts', ...ask })
  })

  app.route(contractRequest, async ({ actor, body }) => {
    const signer = await signerOf(deps, customer(actor))
    const ask = { ...body, to: lowerAddress(body.to, 'to') }
    checkTransaction(rules, { ...ask, call: readCall(body.data) })
    return openRequest(deps, signer, { kind: 'contract', ...ask })
  })

  app.route(transferNfts, async ({ actor, attempt, body }) => {
    const signer = await signerOf(deps, customer(actor))
    return openTransfers(deps, signer, body, attempt.id)
  })

  app.route(transactionDetails, ({ actor, query }) =>
    transfersOf(deps, customer(actor).accountId, query.groupId),
  )

  app.route(signatureLoad, async ({ actor, query }) =>
    loadRequest(deps, customer(actor).accountId, query.requestId),
  )
}
