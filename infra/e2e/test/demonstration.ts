import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { openBrowser } from '../src/browser.ts'
import { startDemonstration } from '../src/demonstration.ts'
import { type Crowd, gatherCrowd } from '../src/profiles.ts'
import { openShop, type Shop } from '../src/shop.ts'
import type { System } from '../src/system.ts'

// The demonstration in a browser, open while the tests of a file run: who imports this has it, from the first hook on.
export let system: System
export let browser: Browser
/** The browsers of its people; each is opened when it is first asked for. */
export let crowd: Crowd
export let shop: Shop

beforeAll(async () => {
  system = await startDemonstration(inject('demonstration'))
  browser = await openBrowser()
  crowd = gatherCrowd(browser, system.run)
  shop = openShop(system.run)
}, 400_000)
afterAll(async () => {
  await crowd?.close()
  await browser?.close()
  await system?.stop()
})
