import { until } from '@talad/shared/testing/wait'
import type { BrowserContext, Page } from 'playwright-core'

/** Runs in each page: tells of each message when it is put in, since a look from outside may come after it has gone. */
const tellMessages = `new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) {
      const message = node.nodeType === 1 && (node.closest('.toast') ?? node.querySelector('.toast'))
      if (message) taladMessage(message.textContent)
    }
}).observe(document, { childList: true, subtree: true })`

/** Notes each message that the pages of a context show from now on. @returns waits for one, also one that has gone */
export async function watchMessages(context: BrowserContext): Promise<(text: RegExp) => Promise<void>> {
  const shown: string[] = []
  await context.exposeFunction('taladMessage', (text: string) => void shown.push(text))
  await context.addInitScript({ content: tellMessages })
  return async (text) =>
    void (await until(`a message says ${text}`, () => shown.some((one) => text.test(one))))
}

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
