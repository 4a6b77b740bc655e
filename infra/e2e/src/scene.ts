import type { Run } from '@talad/dev/run-file'
import type { Locator, Page } from 'playwright-core'
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

/** A step on the way to a state: something is done, or something is waited for until it can be seen. */
export type Step = (stage: Stage) => Locator | Promise<unknown>

/** A screen in one of its states, and the way there. */
export type Scene = {
  /** the screen and its state, `asset.signed-out`; the name of its pictures */
  name: string
  as: Who
  /** Bring the page there; the last waits for what makes the state, in the language of the person. */
  steps: readonly Step[]
  /** the page can't change its language in place: it reaches nothing any more, or has lost its head */
  keepsLanguage?: true
}

const isLocator = (seen: unknown): seen is Locator =>
  typeof seen === 'object' && seen !== null && 'waitFor' in seen

export async function perform(stage: Stage, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const seen = await step(stage)
    if (isLocator(seen)) await seen.waitFor()
  }
}

const rowOf =
  (as: Who) =>
  (name: string, ...steps: Step[]): Scene => ({ name, as, steps })

export const visitor = rowOf('visitor')
export const buyer = rowOf('buyer')
export const seller = rowOf('seller')
export const collector = rowOf('collector')
export const artist = rowOf('artist')
export const newcomer = rowOf('newcomer')
export const stranger = rowOf('stranger')
export const keepsLanguage = (scene: Scene): Scene => ({ ...scene, keepsLanguage: true })

/** What the server has drawn is for everybody, asks for nothing and can't be used: this is when the app has taken its place. */
export async function untilAlive(page: Page): Promise<void> {
  await page.locator('#root > [data-drawn]').waitFor({ state: 'detached' })
  await page.getByRole('banner').waitFor()
}
