import type { SiteInfo } from '@talad/proto/http/gateway/live'
import { orderTypes, withUsualRecoveryId } from '@talad/proto/http/order-book/seaport'
import { sameAddress } from '@talad/ui/format/address'
import { defineChain, getAddress, parseAbi } from 'viem'
import { type Config, type Connector, createConfig, http } from 'wagmi'
import {
  connect,
  getConnection,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  watchConnectors,
  writeContract,
} from 'wagmi/actions'
import { SignatureRefused, type Signer } from '../market/trading/signer.ts'
import { isRefusal } from './refusal.ts'
import { transferCall } from './trade.ts'
import { hex, typedComponents } from './typed-order.ts'

const approvalAbi = parseAbi([
  'function setApprovalForAll(address operator, bool approved)',
  'function approve(address spender, uint256 amount) returns (bool)',
])

let made: Config | undefined

/** One configuration for the page: our chain, and every wallet that announces itself (EIP-6963). */
function configOf({ chain, name }: SiteInfo): Config {
  if (made) return made
  const rpcUrl = chain.rpcUrl ? new URL(chain.rpcUrl, window.location.origin).href : undefined
  const ours = defineChain({
    id: chain.id,
    name: chain.slug === '' ? name : chain.slug.toUpperCase(),
    nativeCurrency: { name: chain.symbol, symbol: chain.symbol, decimals: 18 },
    rpcUrls: { default: { http: rpcUrl ? [rpcUrl] : [] } },
  })
  made = createConfig({
    chains: [ours],
    transports: { [chain.id]: http(rpcUrl) },
    multiInjectedProviderDiscovery: true,
    storage: null,
  })
  return made
}

export type BrowserWallet = { id: string; name: string; icon: string | undefined }

function describe({ uid, name, icon }: Connector): BrowserWallet {
  return { id: uid, name, icon }
}

/** Tells which wallets this browser has, now and as they announce themselves; returns how to stop. */
export function watchWallets(site: SiteInfo, tell: (wallets: BrowserWallet[]) => void): () => void {
  const config = configOf(site)
  tell(config.connectors.map(describe))
  return watchConnectors(config, { onChange: (connectors) => tell(connectors.map(describe)) })
}

/** Asks a wallet for its address, lower case. */
export async function connectWallet(site: SiteInfo, walletId: string): Promise<string> {
  const config = configOf(site)
  const connector = config.connectors.find(({ uid }) => uid === walletId)
  if (!connector) throw new Error('the wallet has gone')
  const current = getConnection(config)
  if (current.connector?.uid === walletId && current.address) return current.address.toLowerCase()
  const { accounts } = await refusable(connect(config, { connector }))
  const [first] = accounts
  if (!first) throw new SignatureRefused('rejected')
  return String(first).toLowerCase()
}

/** Signs a text with the connected wallet (personal_sign). */
export async function signText(site: SiteInfo, address: string, message: string): Promise<string> {
  return refusable(signMessage(configOf(site), { account: getAddress(address), message }))
}

async function refusable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isRefusal(error) ? new SignatureRefused('rejected') : error
  }
}

/** The wallets of this browser, the one first that says without being asked that it holds the address. */
async function likeliest({ connectors }: Config, address: string): Promise<Connector | undefined> {
  for (const connector of connectors) {
    const known = await connector.getAccounts().catch(() => [])
    if (known.some((account) => sameAddress(account, address))) return connector
  }
  return connectors[0]
}

const holds = (config: Config, address: string) =>
  getConnection(config).addresses?.some((account) => sameAddress(account, address)) ?? false

/** Connects the wallet that holds the address. @throws SignatureRefused where none does */
async function connectHolder(config: Config, address: string): Promise<void> {
  if (holds(config, address)) return
  const connector = await likeliest(config, address)
  if (!connector) throw new SignatureRefused('other_wallet')
  if (getConnection(config).connector?.uid !== connector.uid) await refusable(connect(config, { connector }))
  if (!holds(config, address)) throw new SignatureRefused('other_wallet')
}

/** A signer for the wallet of this browser that holds `address`; SignatureRefused when none does. */
export function browserSigner(site: SiteInfo, address: string): Signer {
  const config = configOf(site)
  const ready = async () => {
    await connectHolder(config, address)
    if (getConnection(config).chainId !== site.chain.id) {
      await refusable(switchChain(config, { chainId: site.chain.id }))
    }
  }
  const send: Signer['send'] = async ({ to, data }, { onWaiting }) => {
    await ready()
    onWaiting(undefined)
    return refusable(
      sendTransaction(config, { account: getAddress(address), to: getAddress(to), data: hex(data) }),
    )
  }
  return {
    kind: 'web3',
    address,
    send,
    transfer: (item, control) => send(transferCall(address, item), control),
    async signOrder(order, { onWaiting }) {
      await ready()
      onWaiting(undefined)
      const signature = await refusable(
        signTypedData(config, {
          account: getAddress(address),
          domain: { ...order.domain, verifyingContract: getAddress(order.domain.verifyingContract) },
          types: orderTypes,
          primaryType: 'OrderComponents',
          message: typedComponents(order.message),
        }),
      )
      return withUsualRecoveryId(signature)
    },
    async approveCollection(contract, operator, { onWaiting }, approved = true) {
      await ready()
      onWaiting(undefined)
      await refusable(
        writeContract(config, {
          account: getAddress(address),
          address: getAddress(contract),
          abi: approvalAbi,
          functionName: 'setApprovalForAll',
          args: [getAddress(operator), approved],
        }),
      )
    },
    async approveToken(contract, spender, amount, { onWaiting }) {
      await ready()
      onWaiting(undefined)
      await refusable(
        writeContract(config, {
          account: getAddress(address),
          address: getAddress(contract),
          abi: approvalAbi,
          functionName: 'approve',
          args: [getAddress(spender), amount],
        }),
      )
    },
  }
}
