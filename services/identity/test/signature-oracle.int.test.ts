import { createHash } from 'node:crypto'
import { type Anvil, anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { concat, getBytes, hexlify, JsonRpcProvider, NonceManager, Signature, Wallet } from 'ethers'
import { createPublicClient, http, type PublicClient } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedBy } from '../src/web3/proof.ts'
import { MARK, makeFactory, walletToBe, wrapped } from './wallet-to-be.ts'

const MANY = 5_000
const CHAIN_ID = 3501
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const log = { warn: () => undefined }

let anvil: Anvil
let provider: JsonRpcProvider
let viem: PublicClient
let factory: string
const there: ReturnType<typeof walletToBe>[] = []
const toBe: ReturnType<typeof walletToBe>[] = []
const keys = Array.from({ length: 8 }, () => Wallet.createRandom())
beforeAll(async () => {
  anvil = await startAnvil()
  provider = new JsonRpcProvider(anvil.rpcUrl, undefined, { staticNetwork: true })
  viem = createPublicClient({ transport: http(anvil.rpcUrl) })
  const owner = new NonceManager(new Wallet(anvilAccounts[0]?.privateKey ?? '', provider))
  factory = await makeFactory(owner)
  for (let n = 0; n < 4; n += 1) {
    const [made, later] = [walletToBe(factory), walletToBe(factory)]
    await (await owner.sendTransaction({ to: factory, data: made.deployment })).wait()
    there.push(made)
    toBe.push(later)
  }
})
afterAll(async () => {
  provider?.destroy()
  await anvil?.stop()
})

/** Numbers that follow from a name, so that a case can be made again by its number. */
const draws = (name: string) => {
  const bytes = createHash('sha256').update(name).digest()
  return (at: number, below: number) => bytes.readUInt16BE(at * 2) % below
}
function at<T>(list: readonly T[], place: number): T {
  const one = list[place % list.length]
  if (one === undefined) throw new Error('the list is empty')
  return one
}

const flipped = (signature: string, bit: number) => {
  const bytes = getBytes(signature)
  const place = (bit >> 3) % bytes.length
  bytes[place] = (bytes[place] ?? 0) ^ (1 << (bit & 7))
  return hexlify(bytes)
}
/** The other signature of the same key over the same digest. */
const highS = (signature: string) => {
  const { r, s, v } = Signature.from(signature)
  return concat([
    r,
    `0x${(CURVE_ORDER - BigInt(s)).toString(16).padStart(64, '0')}`,
    v === 27 ? '0x1c' : '0x1b',
  ])
}

/** What may become of a signature on its way. */
const TAMPERED: Readonly<Record<string, (signature: string, bit: number) => string>> = {
  'as it is': (signature) => signature,
  'as it is once more': (signature) => signature,
  'a bit flipped': flipped,
  'cut short': (signature, bit) => signature.slice(0, 2 + 2 * (bit % 65)),
  'one byte more': (signature) => `${signature}00`,
  'recovery id from 0': (signature) => signature.slice(0, -2) + (signature.endsWith('1b') ? '00' : '01'),
  compact: (signature) => Signature.from(signature).compactSerialized,
  'high s': highS,
  'marked as EIP-6492': (signature) => concat([signature, MARK]),
}

/** A message, an address that is said to have signed it, and a signature. */
async function draw(n: number) {
  const number = draws(`signature ${n}`)
  const kind = at(['key', 'key', 'key', 'contract', 'to be'], number(0, 5))
  const contract = at(kind === 'contract' ? there : toBe, number(1, 4))
  const own = kind === 'key' ? at(keys, number(2, keys.length)) : contract.key
  const signer = number(3, 5) === 0 ? at(keys, number(4, keys.length)) : own
  const message = `Talad ${n}`
  const says = number(5, 8) === 0 ? `${message}.` : message
  const [what, tamper] = at(Object.entries(TAMPERED), number(6, Object.keys(TAMPERED).length))
  const whole = await signer.signMessage(says)
  const inner = tamper(whole, number(7, 520))
  const other = at(toBe, number(8, 4))
  const deployment = number(9, 6) === 0 ? other.deployment : contract.deployment
  const signature = kind === 'to be' ? wrapped(factory, deployment, inner) : inner
  const address = (kind === 'key' ? own.address : contract.address).toLowerCase()
  const about = { kind, what, message, address, signature }
  // viem takes the short form of EIP-2098 from nobody; what it says is judged by the long one, of the same key and digest
  return { ...about, forViem: kind === 'key' && what === 'compact' ? whole : signature }
}

test(`ID-24 of ${MANY} signatures of keys, contracts and wallets to be, whole and tampered with, viem takes the same`, async () => {
  const config = { CHAIN_ID } as Parameters<typeof signedBy>[0]['config']
  const deps = { provider, config, log } as unknown as Parameters<typeof signedBy>[0]
  const count = { yes: 0, no: 0 }
  const others: string[] = []
  const judge = async (n: number) => {
    const { what, kind, message, address, signature, forViem } = await draw(n)
    const scope = await signedBy(deps, { message, address, signature })
    const theirs = await viem.verifyMessage({
      address: address as `0x${string}`,
      message,
      signature: forViem as `0x${string}`,
    })
    // OB-10: of the two signatures of a key we take one
    const expected = kind === 'key' && what === 'high s' ? false : theirs
    const meant = kind === 'key' ? '' : String(CHAIN_ID)
    if (scope !== (expected ? meant : undefined))
      others.push(`${n}: ${kind}, ${what}: ${scope}, viem ${theirs}`)
    count[expected ? 'yes' : 'no'] += 1
  }
  for (let n = 0; n < MANY; n += 10)
    await Promise.all(Array.from({ length: 10 }, (_, more) => judge(n + more)))
  expect(others).toEqual([])
  expect(Math.min(count.yes, count.no)).toBeGreaterThan(MANY / 10)
})
