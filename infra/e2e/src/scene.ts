import type { Run } from '@talad/dev/run-file'
import type { Page } from 'playwright-core'
import type { Who } from './profiles.ts'
import type { Shop } from './shop.ts'
import type { Words } from './words.ts'

/** What a scene is played with. */
export type Stage = {
  run: Run
  page: Page
  words: Words
  shop: Shop
  /** opens an address of the site */
  go(path: string): Promise<void>
  /** something to do once the scene has been looked at */
  after(undo: () => Promise<void>): void
}

/** A screen in one of its states, and the way there. */
export type Scene = {
  /** the screen and its state, `asset.signed-out`; the name of its pictures */
  name: string
  /** nobody in particular by default */
  as?: Who
  /** the page can't change its language in place: it reaches nothing any more, or has lost its head */
  keepsLanguage?: true
  /** Brings the page there, and returns when what makes the state can be read in the language of the person. */
  reach(stage: Stage): Promise<void>
}

/** What the server has drawn is for everybody, asks for nothing and can't be used: this is when the app has taken its place. */
export async function untilAlive(page: Page): Promise<void> {
  await page.locator('#root > [data-drawn]').waitFor({ state: 'detached' })
  await page.getByRole('banner').waitFor()
}

/** Goes to the end of a page, as who reads it does: what stands far down comes when somebody is near, or much later. */
export async function readDown(page: Page): Promise<void> {
  await untilAlive(page)
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
}
