import type { Page } from 'playwright-core'

/** Waits until the app is there, also where the server had no time to draw the page: what is drawn can't be used. */
export async function appThere(page: Page): Promise<void> {
  await page.locator('#root > :not([inert])').first().waitFor({ state: 'attached' })
}
