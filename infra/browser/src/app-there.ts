import type { Page } from 'playwright-core'

/** Waits until the app has taken the place of what the server has drawn, which can't be used. */
export async function appThere(page: Page): Promise<void> {
  await page.locator('#root > [inert]').waitFor({ state: 'detached' })
}
