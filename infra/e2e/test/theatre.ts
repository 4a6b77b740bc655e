import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { barriers } from '../src/barriers.ts'
import { heightOf, play, switchLanguage } from '../src/play.ts'
import type { Scene } from '../src/scene.ts'
import { scenes } from '../src/scenes.ts'
import type { Language } from '../src/words.ts'
import { crowd, shop, system } from './demonstration.ts'

/** How a page is looked at. */
type Look = { language: Language; theme: 'light' | 'dark'; width: number }

/** Every rule of axe. */
const rulesFor = (scene: Scene) => ({
  rules: {
    // not on by itself, and asked for by Lighthouse
    'target-size': { enabled: true },
    // a page that waits for what it is about can't name it yet
    'page-has-heading-one': { enabled: !scene.name.endsWith('.loading') },
  },
})

/** Runs in the page: by how much it is wider than the window, in CSS pixels, and what reaches out; paper has no window. */
const beyond = `(() => {
  const width = matchMedia('print').matches ? 0 : document.documentElement.scrollWidth - innerWidth
  if (width <= 0) return []
  const out = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > innerWidth)
  const ends = out.filter((one) => ![...one.children].some((child) => out.includes(child)))
  return ['it is ' + width + ' px wider than the window', ...ends.slice(0, 5).map((one) => one.outerHTML.slice(0, 200))]
})()`

/** The narrowest phone there is, and 1280 px at 400% (WCAG 1.4.10). */
const NARROWEST = 320

/** Narrower windows have a bar at their bottom, over whatever is scrolled there. */
const PHONES_END = 768

/** What does not fit into a window of this width. */
async function tooWideAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: heightOf(width) })
  return z.array(z.string()).parse(await page.evaluate(beyond))
}

/** Looks at a page that is open: theme, width and language change in place. */
async function lookAt(page: Page, scene: Scene, { language, theme, width }: Look): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme })
  if (!scene.keepsLanguage) await switchLanguage(page, language)
  const onNarrowest = (await tooWideAt(page, NARROWEST)).map((found) => `at ${NARROWEST} px: ${found}`)
  const tooWide = await tooWideAt(page, width)
  const isCovered = width < PHONES_END || scene.name.startsWith('message.')
  return [...onNarrowest, ...tooWide, ...(await barriers(page, rulesFor(scene), isCovered))]
}

/** What is seen between the home page and a thing of one's own; plays within `npm test`, all the others in the slow tests. */
const MAIN = new Set([
  ...['home.signed-out', 'collection.filters-open', 'asset.to-buy', 'asset.own-listed', 'asset.suspended'],
  ...['buy.choose', 'buy.pay', 'list.preview', 'purchase.to-pay', 'purchase.delivered'],
  ...['account.items', 'account.points', 'sign-in.choose', 'error.not-found'],
])

function mainScenes(): Scene[] {
  const unknown = [...MAIN].filter((name) => !scenes.some((scene) => scene.name === name))
  if (unknown.length > 0) throw new Error(`no scene is called ${unknown.join(', ')}`)
  return scenes.filter(({ name }) => MAIN.has(name))
}

/**
 * A test for each scene: it is played once, in the language of the first look, which its texts are found in, and axe looks
 * at it in every look.
 */
export function playScenes(which: 'main' | 'all', first: Look, ...more: readonly Look[]): void {
  const played = which === 'all' ? scenes : mainScenes()
  test.for(played.map((scene) => ({ scene, name: scene.name, language: first.language })))(
    'WB-17 $name can be reached and read in $language, fits into the window, and axe finds no barrier',
    async ({ scene }) => {
      const found = await play(
        { run: system.run, crowd, shop },
        scene,
        { language: first.language, width: 390 },
        async (page) => {
          const seen: Record<string, string[]> = {}
          for (const look of [first, ...more]) {
            const { language, theme, width } = look
            seen[`${language}, ${theme}, ${width} px`] = await lookAt(page, scene, look)
          }
          return seen
        },
      )
      expect(Object.entries(found).filter(([, barred]) => barred.length > 0)).toEqual([])
    },
  )
}
