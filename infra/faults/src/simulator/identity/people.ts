import { NOTHING } from '@talad/identity/account/personal-data'
import type { Deps } from '@talad/identity/deps'
import { outsideProof, type Proof } from '@talad/identity/session/proof'
import type { ConsumerDeps } from '@talad/shared/consumer'
import { makeSealer } from '@talad/shared/sealing'
import { Wallet } from 'ethers'
import { generateKeyPair } from 'jose'
import { hexOf } from '../order-samples.ts'
import type { Kit, SimulatedService } from '../service.ts'

export type IdentityService = SimulatedService<Deps & ConsumerDeps>

/** An identity that somebody has at a provider, and how it is proved. */
export type Outside = {
  name: string
  wallet?: Wallet
  /** of their wallet, also of one that Join keeps */
  address?: string
  jid?: string
  prove(deps: Deps): Proof
}

const MASTER = '11'.repeat(32)
const FAR = new Date('2100-01-01T00:00:00Z')

/** A wallet whose key is somebody's. */
function walletOf(key: string, name: string): Outside & { wallet: Wallet } {
  const wallet = new Wallet(hexOf(`${name} of ${key}`, 64))
  const address = wallet.address.toLowerCase()
  return { name, wallet, address, prove: () => ({ provider: 'web3', address, scope: '' }) }
}

/** @param walletAddress the wallet that Join keeps for them */
const joinOf = (key: string, name: string, walletAddress: string): Outside => {
  const id = `${key}.${name}`
  const profile = { id, personal: NOTHING, kycLevel: 3, walletAddress }
  return {
    name,
    jid: id,
    address: walletAddress,
    prove: () => ({ provider: 'join', profile, sessionHash: hexOf(id, 64).slice(2), sessionExpiresAt: FAR }),
  }
}

const lineOf = (key: string, name: string): Outside => ({
  name,
  prove: ({ personal }) =>
    outsideProof(personal, {
      provider: 'line',
      scope: 'talad',
      subject: `${name} of ${key}`,
      clientId: 'web',
      displayName: null,
      isFresh: true,
    }),
})

/** What there is in a sequence: customers, one of whom Join keeps a wallet for that signs in by itself too. */
export function identitiesOf(key: string): Outside[] {
  const wallets = ['w0', 'w1', 'w2', 'w3'].map((name) => walletOf(key, name))
  const [shared] = wallets
  const kept = (name: string) => hexOf(`kept for ${name} of ${key}`, 40)
  return [
    joinOf(key, 'b0', shared?.wallet.address.toLowerCase() ?? ''),
    joinOf(key, 'b1', kept('b1')),
    joinOf(key, 's0', kept('s0')),
    ...wallets,
    ...['l0', 'l1', 'l2'].map((name) => lineOf(key, name)),
  ]
}

/** Identity, with providers that answer as they are asked and one key that signs all tokens. */
export async function makeOpen() {
  const { privateKey: key } = await generateKeyPair('ES256')
  const config = {
    NODE_ENV: 'production',
    CHAIN_ID: 1,
    REFRESH_TOKEN_SECONDS: 30 * 86_400,
    LINE_CHANNELS: [],
  }
  return (kit: Kit) => {
    const deps = {
      ...kit,
      config,
      accessTokenSeconds: 900,
      keys: { current: async () => ({ kid: 'one', key }) },
      join: {
        profile: async (id: string) => {
          const [sequence = '', name = ''] = [
            id.slice(0, id.lastIndexOf('.')),
            id.slice(id.lastIndexOf('.') + 1),
          ]
          const proof = identitiesOf(sequence)
            .find((one) => one.name === name)
            ?.prove(kit as unknown as Deps)
          return proof?.provider === 'join' ? proof.profile : undefined
        },
      },
      personal: makeSealer(MASTER, 'identity.personal-data'),
      replacements: makeSealer(MASTER, 'identity.replacement'),
    }
    return { deps: deps as unknown as Deps & ConsumerDeps }
  }
}
