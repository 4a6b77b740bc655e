import { barriers } from '@talad/e2e/barriers'
import { openBrowser } from '@talad/e2e/browser'
import { startDemonstration } from '@talad/e2e/demonstration'
import type { System } from '@talad/e2e/system'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { gatherCrowd, oneProcessEach } from '../src/people.ts'
import { heightOf, play, type Theatre } from '../src/play.ts'
import { scenes } from '../src/scenes.ts'
import { openShop } from '../src/shop.ts'

let system: System
let browser: Browser
let theatre: Theatre
beforeAll(async () => {
  system = await startDemonstration(inject('demonstration'))
  browser = await openBrowser(oneProcessEach)
  const { run } = system
  theatre = { run, crowd: gatherCrowd(browser, run), shop: openShop(run) }
}, 400_000)
afterAll(async () => {
  await theatre?.crowd.close()
  await browser?.close()
  await system?.stop()
})

/** Every rule of axe. */
const rulesFor = (isLoading: boolean) => ({
  rules: {
    // not on by itself, and asked for by Lighthouse
    'target-size': { enabled: true },
    // a page that waits for what it is about can't name it yet
    'page-has-heading-one': { enabled: !isLoading },
  },
})

// Each language meets both themes, and both a phone and a desk.
const looks = [
  { language: 'th', phone: 'light', desk: 'dark' },
  { language: 'en', phone: 'dark', desk: 'light' },
] as const
const all = looks.flatMap((look) => scenes.map((scene) => ({ ...look, scene, name: scene.name })))

test.for(all)(
  'WB-17 $name can be reached and read in $language, and axe finds no barrier',
  async ({ scene, language, phone, desk }) => {
    const rules = rulesFor(scene.name.endsWith('.loading'))
    const found = await play(theatre, scene, { language, width: 390 }, async (page) => {
      await page.emulateMedia({ colorScheme: phone })
      const onPhone = await barriers(page, rules)
      await page.setViewportSize({ width: 1_440, height: heightOf(1_440) })
      await page.emulateMedia({ colorScheme: desk })
      return { [`phone, ${phone}`]: onPhone, [`desk, ${desk}`]: await barriers(page, rules) }
    })
    expect(found).toEqual({ [`phone, ${phone}`]: [], [`desk, ${desk}`]: [] })
  },
)
