import type { Page } from 'playwright-core'

/**
 * Waits until the app is there, also where the server had no time to draw the page: what is drawn can't be used. Pages of
 * others, where the way to a payment leads over, are there at once.
 */
export async function appThere(page: Page): Promise<void> {
  await page
    .locator('#root > :not([data-drawn]), html:not(:has(#root))')
    .first()
    .waitFor({ state: 'attached' })
}
