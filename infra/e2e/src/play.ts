import { join } from 'node:path'
import type { Run } from '@talad/dev/run-file'
import { until } from '@talad/shared/testing/wait'
import type { Page } from 'playwright-core'
import { giveUp } from './answers.ts'
import { appThere } from './app-there.ts'
import type { Crowd } from './profiles.ts'
import { perform, type Scene } from './scene.ts'
import type { Shop } from './shop.ts'
import { type Language, wordsIn } from './words.ts'

export type Theatre = { run: Run; crowd: Crowd; shop: Shop }

/**
 * Plays a scene in one language, in a tab of its own, and shows it to somebody.
 * @param width of the window, in CSS pixels, at which the scene is reached
 * @param missedIn folder for a picture of how far it came when it could not be reached
 * @throws what keeps the scene from being reached, with its name
 */
export async function play<T>(
  { run, crowd, shop }: Theatre,
  scene: Scene,
  { language, width, missedIn }: { language: Language; width: number; missedIn?: string },
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await crowd.profileOf(scene.as)
  const page = await context.newPage()
  const undo: (() => Promise<void>)[] = []
  try {
    await page.setViewportSize({ width, height: heightOf(width) })
    await context.addCookies([{ name: 'talad.language', value: language, url: run.gateway }])
    await page.addInitScript({ content: chooseLanguage(language) })
    const go = async (path: string) => {
      await page.goto(run.gateway + path)
    }
    const after = (work: () => Promise<void>) => void undo.push(work)
    await perform({ run, page, shop, go, words: wordsIn(language), after }, scene.steps)
    await appThere(page)
    await settled(page)
    return await look(page)
  } catch (cause) {
    if (missedIn) await page.screenshot({ path: join(missedIn, `missed-${scene.name}-${language}.png`) })
    throw new Error(`${scene.name} in ${language}: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  } finally {
    await giveUp(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
    // the next page would go on with what a phone was asked for
    await context.pages()[0]?.evaluate(`localStorage.removeItem('talad.unfinished')`)
    for (const work of undo) await work()
  }
}

/** A phone, a tablet or a desk, by its width. */
export function heightOf(width: number): number {
  return width < 600 ? 844 : width < 1_000 ? 1_024 : 900
}

const chooseLanguage = (language: Language) =>
  `try { localStorage.setItem('talad.language', '"${language}"') } catch {}`

/** Runs in the page: scrolls through it once, so that what is loaded late is loaded. */
const scrollThrough = `(async () => {
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
    scrollTo(0, y)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
  scrollTo(0, 0)
})()`

/** Runs in the page. What is beside the window, as in a row that is swiped, is not loaded before it is wanted. */
const isDrawn = `document.fonts.status === 'loaded' && [...document.images].every((image) => {
  const { left, right, width } = image.getBoundingClientRect()
  return image.complete || width === 0 || left >= innerWidth || right <= 0
})`

/** Waits until fonts and pictures are there, as after the window has another width. Asked from outside: the page's policy lets nothing poll inside. */
export async function settled(page: Page): Promise<void> {
  const drawn = async () => {
    await page.evaluate(scrollThrough) // again each time: a list may have come below what was looked through
    return (await page.evaluate(isDrawn)) === true || undefined
  }
  await until('fonts and pictures are there', drawn)
}

/**
 * Presses the site's own switch, which a window over the page covers: whatever is open stays open. The pages of others,
 * where a payment or a sign-in leads over, have none and stay as they are.
 */
const pressSwitch = (language: Language) => `(() => {
  const root = document.querySelector('#root')
  if (root && document.documentElement.lang !== '${language}')
    root.querySelector('header button[lang="${language}"]').click()
  return root !== null
})()`

/** Shows the page that is open in another language, as its reader would switch it. */
export async function switchLanguage(page: Page, language: Language): Promise<void> {
  if ((await page.evaluate(pressSwitch(language))) !== true) return
  const isShown = async () => (await page.evaluate('document.documentElement.lang')) === language
  await until(`the page is in ${language}`, isShown)
}
