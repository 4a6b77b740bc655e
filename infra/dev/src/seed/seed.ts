import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { personOf } from '@talad/demo/people'
import { listings } from '@talad/demo/plan'
import type { Chain } from '../chain.ts'
import type { Run } from '../run-file.ts'
import { appointStaff } from './admins.ts'
import { fillBank } from './bank.ts'
import { giveCoins } from './coins.ts'
import { openFair } from './fair.ts'
import { addIssuer, setFees } from './fees.ts'
import { approveSeaport, mintHoldings } from './holdings.ts'
import { fillMarket } from './market.ts'
import { giveNames } from './names.ts'
import { openSites } from './sites.ts'

type Extent = 'full' | 'holdings' | 'none'

/** Notes that a part of the demonstration data is there: it is never looked at again, and people's changes stay. */
function noteOf(
  folder: string,
  part: 'holdings' | 'coins' | 'names' | 'market' | 'fair' | 'sites' | 'admins' | 'fees' | 'issuer' | 'bank',
): { there: () => boolean; write: () => Promise<void> } {
  const file = join(folder, `demonstration-${part}`)
  return { there: () => existsSync(file), write: () => writeFile(file, 'complete\n') }
}

/**
 * Gives the demonstration people what they hold and pay with, and lets Seaport move what they sell. Continues where it was cut.
 * @returns whether anything had to be done
 */
export async function seedChain(chain: Chain, folder: string, extent: Extent): Promise<boolean> {
  if (extent === 'none') return false
  const held = await once(noteOf(folder, 'holdings'), async () => {
    await mintHoldings(chain)
    await approveSellers(chain)
  })
  const coins = await once(noteOf(folder, 'coins'), () => giveCoins(chain))
  const named = await once(noteOf(folder, 'names'), () => giveNames(chain))
  return held || coins || named
}

async function once(note: ReturnType<typeof noteOf>, work: () => Promise<void>): Promise<boolean> {
  if (note.there()) return false
  await work()
  await note.write()
  return true
}

/**
 * Lets the demonstration's staff do their work: once, so that what is changed later stays.
 * @returns whether anything had to be done
 */
export async function seedAdmins(run: Run, folder: string, extent: Extent): Promise<boolean> {
  const note = noteOf(folder, 'admins')
  if (extent === 'none' || note.there()) return false
  await appointStaff(run)
  await note.write()
  return true
}

/**
 * Says what is taken of a sale, as an admin would: before anybody lists. Continues where it was cut.
 * @returns whether anything had to be done
 */
export async function seedFees(run: Run, folder: string, extent: Extent): Promise<boolean> {
  return extent !== 'none' && (await once(noteOf(folder, 'fees'), () => setFees(run)))
}

/**
 * Lists and sells through the calls that everybody has, and opens the temple fair. Continues where it was cut.
 * @returns whether anything had to be done
 */
export async function seedMarket(options: {
  run: Run
  folder: string
  extent: Extent
  onStep: (done: number, of: number) => void
}): Promise<boolean> {
  const { run, folder } = options
  const note = noteOf(folder, 'market')
  if (options.extent !== 'full') return false
  const bringFair = () => once(noteOf(folder, 'fair'), () => openFair(run, folder))
  const bringSites = () => once(noteOf(folder, 'sites'), () => openSites(run))
  if (note.there()) return (await Promise.all([bringFair(), bringSites()])).includes(true)
  await once(noteOf(folder, 'issuer'), () => addIssuer(run))
  await Promise.all([bringFair(), fillMarket(run, options.onStep)])
  await bringSites()
  await note.write()
  return true
}

/**
 * Gives the bank's clerks something to decide. Continues where it was cut.
 * @returns whether anything had to be done
 */
export async function seedBank(run: Run, folder: string, extent: Extent): Promise<boolean> {
  const note = noteOf(folder, 'bank')
  if (extent !== 'full' || note.there()) return false
  await fillBank(run)
  await note.write()
  return true
}

async function approveSellers(chain: Chain): Promise<void> {
  const sellers = new Set(listings.map(({ seller }) => seller))
  await Promise.all(
    [...sellers].map((seller) => {
      const theirs = new Set(
        listings.filter((one) => one.seller === seller).map(({ collection }) => collection),
      )
      const addresses = chain.collections.filter(({ key }) => theirs.has(key)).map(({ address }) => address)
      return approveSeaport(chain, personOf(seller).privateKey, addresses)
    }),
  )
}
