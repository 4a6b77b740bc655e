import * as walletCode from '@talad/contracts/abi/SignerWallet'
import { type Anvil, anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { createProvider } from '@talad/shared/chain/client'
import { ContractFactory, type JsonRpcProvider, NonceManager, Wallet } from 'ethers'
import fc from 'fast-check'
// biome-ignore lint/style/noRestrictedImports: the oracle; ours is built on another library
import * as viem from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedBy } from '../src/web3/proof.ts'
import { makeFactory, walletToBe, wrapped } from './wallet-to-be.ts'

const SIGNATURES = 5_000
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let anvil: Anvil
let provider: JsonRpcProvider
beforeAll(async () => {
  anvil = await startAnvil()
  provider = createProvider({ rpcUrl: anvil.rpcUrl, chainId: anvil.chainId })
})
afterAll(async () => {
  provider?.destroy()
  await anvil?.stop()
})

const hex = (text: string): viem.Hex => (viem.isHex(text) ? text : '0x')

/** A key, a wallet that is a contract (EIP-1271), and one that isn't there yet, with what it brings along (EIP-6492). */
async function makeSigners() {
  const funds = new NonceManager(new Wallet(anvilAccounts[0]?.privateKey ?? '', provider))
  const factory = await makeFactory(funds)
  const [key, inside] = [Wallet.createRandom(), Wallet.createRandom()]
  const made = await new ContractFactory(walletCode.abi, walletCode.bytecode, funds).deploy(inside.address)
  await made.waitForDeployment()
  const { key: later, address, deployment } = walletToBe(factory)
  const plain = (inner: viem.Hex) => inner
  return [
    { kind: 'key', key, address: hex(key.address), wrap: plain },
    { kind: 'contract', key: inside, address: hex(String(made.target)), wrap: plain },
    {
      kind: 'to be',
      key: later,
      address: hex(address),
      wrap: (inner: viem.Hex) => hex(wrapped(factory, deployment, inner)),
    },
  ]
}

const withV = (signature: viem.Hex, v: number) =>
  viem.concatHex([viem.slice(signature, 0, 64), viem.numberToHex(v, { size: 1 })])
const mirrored = ({ r, s, yParity }: viem.Signature) => ({
  r,
  s: viem.numberToHex(CURVE_ORDER - BigInt(s), { size: 32 }),
  yParity: 1 - (yParity ?? 0),
})
const flipped = (signature: viem.Hex, bit: number) =>
  viem.bytesToHex(
    viem.hexToBytes(signature).map((byte, n) => (n === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
  )

/** What becomes of an honest signature; `at` chooses one of several. */
const ways: Record<string, (signature: viem.Hex, at: number) => viem.Hex> = {
  honest: (signature) => signature,
  flipped: (signature, at) => flipped(signature, at % (8 * viem.size(signature))),
  truncated: (signature, at) => hex(signature.slice(0, 2 + 2 * (at % viem.size(signature)))),
  longer: (signature, at) => viem.concatHex([signature, viem.numberToHex(at % 256, { size: 1 })]),
  'high s': (signature) => viem.serializeSignature(mirrored(viem.parseSignature(signature))),
  'v from 0': (signature) => withV(signature, viem.parseSignature(signature).yParity),
  'any v': (signature, at) => withV(signature, at % 256),
  compact: (signature) =>
    viem.serializeCompactSignature(viem.signatureToCompactSignature(viem.parseSignature(signature))),
}
const whole = new Set(['flipped', 'truncated', 'longer'])

test('B23 of 5,000 random signatures we take just those that viem takes, but for two forms of a key’s', async () => {
  const oracle = viem.createPublicClient({ transport: viem.http(anvil.rpcUrl, { retryCount: 0 }) })
  const deps = { provider, log: console, config: { CHAIN_ID: anvil.chainId } } as const
  const stranger = Wallet.createRandom()
  const tries = fc.record({
    signer: fc.constantFrom(...(await makeSigners())),
    way: fc.constantFrom(...Object.keys(ways)),
    message: fc.string({ unit: 'grapheme' }),
    of: fc.constantFrom('honest', 'honest', 'honest', 'key', 'message'),
    at: fc.nat(),
    outside: fc.boolean(),
  })
  const property = fc.asyncProperty(tries, async ({ signer, way, message, of, at, outside }) => {
    const { kind, key, address, wrap } = signer
    const change = (signature: viem.Hex) => ways[way]?.(signature, at) ?? signature
    const by = of === 'key' ? stranger : key
    const own = hex(await by.signMessage(of === 'message' ? `${message}.` : message))
    const signature = outside && whole.has(way) ? change(wrap(own)) : wrap(change(own))
    const about = { address, hash: viem.hashMessage(message) }
    const theirs = await oracle.verifyHash({ ...about, signature })
    const ours = await signedBy(deps, { address: address.toLowerCase(), message, signature })
    const taken = { key: '', contract: String(anvil.chainId), 'to be': String(anvil.chainId) }[kind]
    const says = (isTaken: boolean) => expect(ours).toBe(isTaken ? taken : undefined)
    if (way === 'honest') expect(theirs).toBe(of === 'honest')
    if (kind === 'key' && viem.size(signature) === 64) {
      // EIP-2098: viem wants it written out
      expect(theirs).toBe(false)
      const written = viem.serializeSignature(
        viem.compactSignatureToSignature(viem.parseCompactSignature(signature)),
      )
      says(await oracle.verifyHash({ ...about, signature: written }))
    } else if (kind === 'key' && way === 'high s') {
      expect(theirs).toBe(of === 'honest')
      says(false) // of the two signatures that there are of everything we take one
    } else says(theirs)
  })
  await fc.assert(property, { numRuns: SIGNATURES })
}, 1_200_000)
