/** The sandbox of the outside providers as one HTTP server. */
import formbody from '@fastify/formbody'
import { fastify } from 'fastify'
import { blacklist } from './blacklist.ts'
import { chillpayApi } from './chillpay/api.ts'
import { makeCallbacks } from './chillpay/callback.ts'
import { chillpayDesk } from './chillpay/desk.ts'
import { chillpayForm } from './chillpay/form.ts'
import { chillpayReturns } from './chillpay/returns.ts'
import { openTransactions } from './chillpay/transactions.ts'
import type { Context } from './context.ts'
import { control } from './control.ts'
import { exchangeTicker } from './exchange.ts'
import { applyFaults, openFaults } from './faults.ts'
import { commonPages } from './home.ts'
import { ipfsGateway } from './ipfs.ts'
import { joinApi } from './join/api.ts'
import { openPeople } from './join/people.ts'
import { joinPhone } from './join/phone.ts'
import { openRequests } from './join/requests.ts'
import { makeOutcome, makeRpc } from './join/rpc.ts'
import { openSessions } from './join/sessions.ts'
import { makeTokenNames } from './join/tokens.ts'
import { makeSender, makeTransfers } from './join/wallet.ts'
import { joinWebview } from './join/webview.ts'
import { openJournal } from './journal.ts'
import { lineLogin } from './line/api.ts'
import { openLine } from './line/channels.ts'
import { membership } from './membership/provider.ts'
import { nftSource } from './nfts.ts'
import {
  defaultCallbackRetryMs,
  defaultJoinApiKey,
  defaultLineChannels,
  defaultPayoutKey,
  defaultPinningToken,
  defaultSessionTtlMs,
  type SandboxOptions,
} from './options.ts'
import { openPayoutBooks } from './payout/accounts.ts'
import { payoutApi } from './payout/api.ts'
import { payoutControl } from './payout/control.ts'
import { pinningService } from './pinning.ts'
import { answerErrors } from './refusal.ts'

const transactionTimeoutMs = 10_000
const lookupTimeoutMs = 2000

export type { SandboxOptions } from './options.ts'

export type Sandbox = {
  /** Where it listens, without a slash at the end. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts the stand-ins of ChillPay, Join, LINE, a membership, the payout provider, an exchange, a list of bad sites, an IPFS gateway, a pinning service and a source of NFTs; the README has their wire formats.
 * @throws when the port is taken or the kept state is not readable
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const stop = new AbortController()
  const journal = openJournal(options.dataDir)
  let publicUrl = options.publicUrl?.replace(/\/$/, '')
  const context: Context = {
    journal,
    faults: openFaults(journal),
    now: options.now ?? (() => new Date()),
    log: options.log ?? (() => {}),
    publicUrl: () => publicUrl ?? '',
    stopping: stop.signal,
  }
  const { app, callbacks } = buildApp(context, options)
  const listening = await app.listen({ port: options.port, host: options.host })
  publicUrl ??= listening
  callbacks.resume()
  return {
    url: listening,
    async stop() {
      stop.abort()
      await app.close()
    },
  }
}

function buildApp(context: Context, options: SandboxOptions) {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true })
  app.register(formbody)
  answerErrors(app, context.log)
  applyFaults(app, context.faults, context.stopping)

  const transactions = openTransactions(context, options.merchant ?? {})
  const retryMs = options.callbackRetryMs ?? defaultCallbackRetryMs
  const callbacks = makeCallbacks({ context, transactions, retryMs })
  const { rpcUrl } = options
  const send = makeSender(rpcUrl === undefined ? undefined : makeRpc(rpcUrl, transactionTimeoutMs))
  const names = makeTokenNames(rpcUrl === undefined ? undefined : makeRpc(rpcUrl, lookupTimeoutMs))
  const people = openPeople(context, options.joinUsers)
  const sessionTtlMs = options.join?.sessionTtlMs ?? defaultSessionTtlMs
  const sessions = openSessions({ context, people, sessionTtlMs })
  const transfer = makeTransfers(rpcUrl === undefined ? undefined : makeRpc(rpcUrl, lookupTimeoutMs), send)
  const outcome = rpcUrl === undefined ? async () => 'sent' as const : makeOutcome(rpcUrl, lookupTimeoutMs)
  const requests = openRequests({ context, people, send, transfer, outcome })

  chillpayApi(app, { context, transactions })
  chillpayForm(app, { context, transactions })
  chillpayReturns(app, { context, transactions })
  chillpayDesk(app, { context, transactions, callbacks })
  joinApi(app, { context, apiKey: options.join?.apiKey ?? defaultJoinApiKey, people, sessions, requests })
  joinWebview(app, { people, sessions })
  joinPhone(app, { people, sessions, requests, names })
  lineLogin(app, { line: openLine(context, people, options.lineChannels ?? defaultLineChannels), people })
  if (options.membership) membership(app, context, options.membership)
  ipfsGateway(app, options.ipfs)
  exchangeTicker(app)
  blacklist(app)
  nftSource(app)
  pinningService(app, options.pinning?.token ?? defaultPinningToken, context.now)
  const books = openPayoutBooks(context, options.payout ?? {})
  payoutApi(app, { books, secretKey: options.payout?.secretKey ?? defaultPayoutKey })
  payoutControl(app, { context, books })
  control(app, { context, transactions, callbacks, people, sessions, requests })
  commonPages(app)
  return { app, callbacks }
}
