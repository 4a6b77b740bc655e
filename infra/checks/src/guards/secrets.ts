import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { HDNodeWallet, Mnemonic } from 'ethers'
import { isGenerated, listFiles, read } from '../files.ts'
import type { Guard } from '../guard.ts'

type Finding = { says: string; pattern: RegExp }

const binary = /\.(png|jpe?g|webp|avif|gif|ico|woff2?|ttf|jar|zip|gz|pdf|mp4)$/

/** No key, no token, no address of the machine or the network that the project was written on. */
export const secrets: Guard = {
  name: 'secrets',
  inspect: async (root) => {
    const problems: string[] = []
    const findings = [...always, ...pathsOf(root)]
    for (const path of await listFiles(root)) {
      if (binary.test(path)) continue
      const text = await read(root, path)
      for (const [index, line] of text.split('\n').entries()) {
        const found = findings.filter(({ pattern }) => pattern.test(line)).map(({ says }) => says)
        if (!isGenerated(path) && hasPrivateKey(line)) found.push('a private key')
        problems.push(...found.map((says) => `${path}:${index + 1} holds ${says}`))
      }
    }
    return { problems }
  },
}

const always: Finding[] = [
  { says: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
  { says: 'a cloud access key', pattern: /\b(AKIA|ASIA)[0-9A-Z]{16}\b/ },
  {
    says: 'an access token',
    pattern: /\b(gh[pousr]_\w{30,}|npm_\w{30,}|xox[abprs]-[\w-]{10,}|sk_live_\w{10,})/,
  },
  { says: 'a registry token', pattern: /_(authToken|password)\s*=/ },
  {
    says: 'a registry address',
    pattern: /^\s*(@[\w-]+:)?registry\s*=|"resolved": "https?:|<repository\b>|index[-_]url/,
  },
  { says: 'a path of one machine', pattern: /(^|[\s"'`(=:[])\/(home|Users|root|mnt|work|workspace)\/[\w.-]/ },
]

/** The folders of the machine that runs the check: a path below them is of no use to anybody else. */
function pathsOf(root: string): Finding[] {
  return [resolve(root), homedir()]
    .filter((folder) => folder.split('/').length > 2)
    .map((folder) => ({
      says: 'a path of this machine',
      pattern: new RegExp(`${folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(/|\\b)`),
    }))
}

const keyWords = /priv(ate)?_?key|secret|mnemonic|\bseed\b|signing_?key|new (ethers\.)?Wallet|_KEY\b/i
const DISTINCT_DIGITS = 8

/**
 * Transaction hashes and keys look alike: a long hex number counts as a key where the line speaks of one.
 * Numbers of few distinct digits (a byte repeated) are plain test material.
 */
function hasPrivateKey(line: string): boolean {
  if (!keyWords.test(line)) return false
  return [...line.matchAll(/\b(?:0x)?([0-9a-f]{64})\b/gi)].some(([, digits = '']) => {
    const key = digits.toLowerCase()
    return new Set(key).size >= DISTINCT_DIGITS && !publicKeys().has(key)
  })
}

const ANVIL_MNEMONIC = 'test test test test test test test test test test test junk'
const ANVIL_ACCOUNTS = 20
let anvilKeys: Set<string> | undefined

/** The keys that anvil prints at every start, known to everybody. Derived only when a key-like line turns up. */
function publicKeys(): Set<string> {
  anvilKeys ??= new Set(
    Array.from({ length: ANVIL_ACCOUNTS }, (_, index) =>
      HDNodeWallet.fromMnemonic(
        Mnemonic.fromPhrase(ANVIL_MNEMONIC),
        `m/44'/60'/0'/0/${index}`,
      ).privateKey.slice(2),
    ),
  )
  return anvilKeys
}
