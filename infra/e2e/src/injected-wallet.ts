import type { Run } from '@talad/dev/run-file'
import { getBytes, type TypedDataDomain, type TypedDataField, Wallet } from 'ethers'
import type { BrowserContext } from 'playwright-core'
import { z } from 'zod'
import { connect } from './chain.ts'

/** Runs in the page: a wallet that announces itself (EIP-6963) and asks the test for everything (EIP-1193). */
const announceWallet = `(() => {
  const provider = { request: ({ method, params }) => walletRequest(method, params ?? []), on() {}, removeListener() {} }
  const info = { uuid: '00000000-0000-4000-8000-000000000001', name: 'Test wallet', rdns: 'example.test', icon: '' }
  const detail = Object.freeze({ info, provider })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
})()`

const transaction = z.object({ to: z.string(), data: z.string().optional(), value: z.string().optional() })
const typedData = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  message: z.record(z.string(), z.unknown()),
})

async function signTyped(wallet: Wallet, text: unknown): Promise<string> {
  const { domain, types, message } = typedData.parse(JSON.parse(String(text)))
  const { EIP712Domain: _domain, ...own } = types
  return wallet.signTypedData(domain as TypedDataDomain, own as Record<string, TypedDataField[]>, message)
}

/** What was asked of a wallet, by method. */
export type Asked = { method: string }[]

/** A wallet in somebody's browser, whose owner says yes to everything; its key is that of the test. */
export async function giveWallet(context: BrowserContext, run: Run, privateKey: string): Promise<Asked> {
  const provider = connect(run)
  const wallet = new Wallet(privateKey, provider)
  const asked: Asked = []
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_accounts: () => [wallet.address],
    eth_requestAccounts: () => [wallet.address],
    eth_chainId: () => `0x${run.chainId.toString(16)}`,
    wallet_switchEthereumChain: () => null,
    personal_sign: ([message]) => wallet.signMessage(getBytes(String(message))),
    eth_signTypedData_v4: ([, text]) => signTyped(wallet, text),
    async eth_sendTransaction([given]) {
      const { to, data, value } = transaction.parse(given)
      const about = { to, ...(data === undefined ? {} : { data }), ...(value === undefined ? {} : { value }) }
      return (await wallet.sendTransaction(about)).hash
    },
  }
  await context.exposeFunction('walletRequest', async (method: string, params: unknown[]) => {
    asked.push({ method })
    const answer = answers[method]
    return answer ? answer(params) : provider.send(method, params)
  })
  await context.addInitScript({ content: announceWallet })
  context.on('close', () => provider.destroy())
  return asked
}
