import type { Locator, Page } from 'playwright-core'
import { appThere } from './app-there.ts'

const MOST_STEPS = 120

/** Runs in the page. */
const isOutlined = `(() => {
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement)
  return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
})()`

/** Whether one of these elements has the focus. */
export async function isFocused(page: Page, target: Locator): Promise<boolean> {
  return (await target.and(page.locator(':focus')).count()) > 0
}

/**
 * Goes to something with the Tab key alone.
 * @throws Error when it can't be reached, or when nobody could see that it has the focus
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await appThere(page)
  await target.first().waitFor()
  for (let step = 0; !(await isFocused(page, target)); step += 1) {
    if (step === MOST_STEPS) throw new Error(`${target} is not reached with the Tab key`)
    await page.keyboard.press('Tab')
  }
  if ((await page.evaluate(isOutlined)) !== true)
    throw new Error(`${target} has the focus, and nobody can see it`)
}

/** Goes to something and presses it. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
