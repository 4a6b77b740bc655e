import type { Run } from '@talad/dev/run-file'
import { control } from '@talad/dev/seed/site'
import { id as hashOf, Wallet } from 'ethers'
import type { Browser, BrowserContext } from 'playwright-core'
import { newProfile } from './browser.ts'
import { giveWallet } from './injected-wallet.ts'
import { approveAtJoin, signInToJoin, signInWithWallet } from './profiles.ts'

/** The key of the wallet in somebody's browser. */
const keyOf = (name: string) => hashOf(`${name} of the browser`)

const joinIdOf = (name: string) => `trader-${name}`
/** The key of the wallet that Join keeps for somebody. */
const joinKeyOf = (name: string) => hashOf(`${name} of Join`)
const joinWalletOf = (name: string) => new Wallet(joinKeyOf(name)).address.toLowerCase()

function keepAtJoin(run: Run, name: string, privateKey: string): Promise<unknown> {
  const phone = `+6689${String(BigInt(hashOf(name)) % 10_000_000n).padStart(7, '0')}`
  const about = { nameTH: 'ผู้ค้า', nameEN: name, phone, email: `${name}@example.test` }
  return control(run, 'POST', 'join/users', {
    users: [{ id: joinIdOf(name), ...about, level: 'SILVER', privateKey }],
  })
}

export type Trader = { context: BrowserContext; address: string; joinWallet: string }

/**
 * Somebody with a wallet in the browser who is a customer too: they proved the wallet, Join vouched for it, and has kept
 * another one for them since (ID-27).
 */
export async function makeTrader(browser: Browser, run: Run, name: string): Promise<Trader> {
  const context = await newProfile(browser)
  const own = new Wallet(keyOf(name))
  await keepAtJoin(run, name, own.privateKey)
  await signInWithWallet(context, run, own)
  await approveAtJoin(context, run, joinIdOf(name))
  await keepAtJoin(run, name, joinKeyOf(name))
  await signInToJoin(context, run, joinIdOf(name))
  await giveWallet(context, run, own.privateKey)
  return { context, address: own.address.toLowerCase(), joinWallet: joinWalletOf(name) }
}

/** Their phone says yes to whatever Join asks from now on. @param autoApprove false: no more */
export const approveAlways = (run: Run, name: string, autoApprove = true): Promise<unknown> =>
  control(run, 'PATCH', `join/users/${joinIdOf(name)}`, { autoApprove })

/** A customer of Join whose browser has a wallet that isn't linked to their account; of `wallet`, or of their own. */
export async function makeCustomer(browser: Browser, run: Run, name: string, wallet = name): Promise<Trader> {
  const context = await newProfile(browser)
  const own = new Wallet(keyOf(wallet))
  await keepAtJoin(run, name, joinKeyOf(name))
  await signInToJoin(context, run, joinIdOf(name))
  await giveWallet(context, run, own.privateKey)
  return { context, address: own.address.toLowerCase(), joinWallet: joinWalletOf(name) }
}
