import type { Page } from 'playwright-core'

/** Waits for a message at the top of the screen, and goes to it with the keyboard: then it stays (WB-16). */
export async function messageStays(page: Page, title?: string): Promise<void> {
  const messages = page.getByRole('region').getByRole('dialog')
  await (title === undefined ? messages : messages.filter({ hasText: title })).first().waitFor()
  await page.keyboard.press('F6')
  await page.locator('[role=region]:focus').waitFor()
}

/** A browser without a window has nobody whom it could ask. */
export function mayCopy(page: Page): Promise<void> {
  return page.context().grantPermissions(['clipboard-write'])
}
